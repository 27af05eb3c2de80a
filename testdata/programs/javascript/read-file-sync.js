const fs = require('fs');
const path = require('path');

const input = fs.readFileSync(path.join(__dirname, 'input.txt'), 'utf8').trim().split('\n');

const ORDER = 'AKQJT98765432';
const ORDER_JOKER = 'AKQT98765432J';

function getCounts(hand) {
  const counts = {};
  for (const c of hand) counts[c] = (counts[c] || 0) + 1;
  return counts;
}

function getType(counts) {
  const values = Object.values(counts).sort((a, b) => b - a);
  if (values[0] === 5) return 6;
  if (values[0] === 4) return 5;
  if (values[0] === 3 && values[1] === 2) return 4;
  if (values[0] === 3) return 3;
  if (values[0] === 2 && values[1] === 2) return 2;
  if (values[0] === 2) return 1;
  return 0;
}

function getTypeJoker(hand) {
  const counts = getCounts(hand);
  const jokers = counts['J'] || 0;
  if (jokers === 5) return 6;
  delete counts['J'];
  const best = Object.keys(counts).sort((a, b) => counts[b] - counts[a])[0];
  counts[best] += jokers;
  return getType(counts);
}

function solve(typeOf, order) {
  return input
    .map((line) => {
      const [hand, bid] = line.split(' ');
      return { hand, bid: parseInt(bid, 10), type: typeOf(hand) };
    })
    .sort((a, b) => {
      if (a.type !== b.type) return a.type - b.type;
      for (let i = 0; i < 5; i++) {
        const diff = order.indexOf(b.hand[i]) - order.indexOf(a.hand[i]);
        if (diff !== 0) return diff;
      }
      return 0;
    })
    .reduce((sum, { bid }, i) => sum + bid * (i + 1), 0);
}

console.log('Part 1:', solve((hand) => getType(getCounts(hand)), ORDER));
console.log('Part 2:', solve(getTypeJoker, ORDER_JOKER));
