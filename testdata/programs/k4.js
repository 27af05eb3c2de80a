// Camel Cards, part 1.
// Mistake K4: labels are compared by character code, so A is below J, K, Q and T.
const input = require("fs").readFileSync(0, "utf8");

function type(hand) {
  const count = new Map();
  for (const card of hand) count.set(card, (count.get(card) ?? 0) + 1);
  const most = Math.max(...count.values());
  return most * 10 - count.size;
}

const entries = [];
for (const line of input.split("\n")) {
  const [hand, bid] = line.trim().split(/\s+/);
  if (hand) entries.push({ hand, type: type(hand), bid: Number(bid) });
}

entries.sort((a, b) => {
  if (a.type !== b.type) return a.type - b.type;
  if (a.hand === b.hand) return 0;
  return a.hand < b.hand ? -1 : 1;
});

let total = 0;
entries.forEach(({ bid }, i) => (total += (i + 1) * bid));
console.log(total);
