// Camel Cards, part 2.
// Mistake J5: JJJJJ is a high card (with no other card there is no sizes[0] to add 5 to).
const fs = require("fs");

function type(hand) {
  const counts = {};
  for (const card of hand.replaceAll("J", "")) counts[card] = (counts[card] || 0) + 1;
  const sizes = Object.values(counts).sort((a, b) => b - a);
  sizes[0] += hand.split("J").length - 1;
  if (sizes[0] === 5) return 6;
  if (sizes[0] === 4) return 5;
  if (sizes[0] === 3) return sizes[1] === 2 ? 4 : 3;
  if (sizes[0] === 2) return sizes[1] === 2 ? 2 : 1;
  return 0;
}

const labels = (hand) => [...hand].map((card) => "abcdefghijklm"["J23456789TQKA".indexOf(card)]).join("");

const entries = fs.readFileSync(0, "utf8").split("\n").filter((line) => line.trim()).map((line) => {
  const [hand, bid] = line.trim().split(/\s+/);
  return { key: type(hand) + labels(hand), bid: Number(bid) };
});
entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
console.log(entries.reduce((total, { bid }, i) => total + (i + 1) * bid, 0));
