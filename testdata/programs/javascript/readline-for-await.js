const fs = require("fs");
const readline = require("readline");

const CARDS = { A: 14, K: 13, Q: 12, J: 11, T: 10 };

class Hand {
  constructor(cards, bid) {
    this.cards = [...cards].map((c) => CARDS[c] || parseInt(c));
    this.bid = parseInt(bid);
  }

  get type() {
    const counts = Array(15).fill(0);
    this.cards.forEach((c) => counts[c]++);
    counts.sort((a, b) => b - a);
    return counts[0] * 10 + counts[1];
  }

  compare(other) {
    if (this.type !== other.type) return this.type - other.type;
    const i = this.cards.findIndex((c, i) => c !== other.cards[i]);
    return i < 0 ? 0 : this.cards[i] - other.cards[i];
  }
}

async function main() {
  const rl = readline.createInterface({ input: fs.createReadStream("./input.txt"), crlfDelay: Infinity });
  const hands = [];
  for await (const line of rl) {
    const [cards, bid] = line.split(" ");
    hands.push(new Hand(cards, bid));
  }
  hands.sort((a, b) => a.compare(b));
  console.log(hands.reduce((sum, hand, i) => sum + (i + 1) * hand.bid, 0));
}

main();
