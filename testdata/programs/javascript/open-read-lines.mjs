import { open } from "node:fs/promises";

const file = await open("./input.txt");
const hands = [];
for await (const line of file.readLines()) {
  const [cards, bid] = line.split(" ");
  hands.push([cards, Number(bid)]);
}
await file.close();

const run = (joker) => {
  const order = joker ? "J23456789TQKA" : "23456789TJQKA";
  const type = (cards) => {
    const wild = joker ? cards.split("J").length - 1 : 0;
    const counts = [...order].slice(joker ? 1 : 0).map((card) => cards.split(card).length - 1).sort((a, b) => b - a);
    return (counts[0] + wild) * 10 + counts[1];
  };
  const buckets = {};
  for (const hand of hands) (buckets[type(hand[0])] ??= []).push(hand);
  const byCards = ([a], [b]) => {
    for (let i = 0; i < 5; i++) if (a[i] !== b[i]) return order.indexOf(a[i]) - order.indexOf(b[i]);
    return 0;
  };
  // Keys that are numbers come in ascending order.
  return Object.values(buckets).flatMap((bucket) => bucket.sort(byCards)).reduce((sum, [, bid], i) => sum + (i + 1) * bid, 0);
};

console.dir({ part1: run(false), part2: run(true) }, { depth: null });
