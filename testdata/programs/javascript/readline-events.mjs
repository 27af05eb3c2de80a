import * as readline from 'node:readline';
import { once } from 'node:events';
import { stdin as input } from 'node:process';

const games = [];
const rl = readline.createInterface({ input, terminal: false });
rl.on('line', (line) => {
    const [hand, bid] = line.trim().split(/\s+/);
    games.push([hand, BigInt(bid)]);
});
await once(rl, 'close');

function strength(hand, order, wild) {
    const tally = {};
    let jokers = 0;
    for (const card of hand) {
        if (card === wild) jokers++;
        else tally[card] = (tally[card] ?? 0) + 1;
    }
    const groups = Object.values(tally).sort((x, y) => y - x);
    groups[0] = (groups[0] || 0) + jokers;
    const type = ['11111', '2111', '221', '311', '32', '41', '5'].indexOf(groups.join(''));
    return [...hand].reduce((n, card) => n * 13 + order.indexOf(card), type);
}

function winnings(order, wild) {
    const sorted = games.map(([hand, bid]) => [strength(hand, order, wild), bid]).sort(([a], [b]) => a - b);
    return sorted.reduce((sum, [, bid], i) => sum + bid * BigInt(i + 1), 0n);
}

console.log({ part1: winnings('23456789TJQKA'), part2: winnings('J23456789TQKA', 'J') });
