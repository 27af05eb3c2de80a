const chunks = [];
const began = process.hrtime.bigint();
const late = setTimeout(() => {
  console.warn("no input");
  process.exit(1);
}, 60000);

process.stdin.on("readable", () => {
  let chunk;
  while ((chunk = process.stdin.read()) !== null) chunks.push(chunk);
});
process.stdin.on("end", () => process.nextTick(main));

function main() {
  clearTimeout(late);
  const hands = chunks.join("").trim().split("\n").map((line) => {
    const [cards, bid] = line.split(" ");
    const game = { cards, bid: +bid };
    game.self = game;
    return game;
  });
  console.warn(hands[0]);
  const groups = (cards) => {
    const counts = {};
    for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
    return Object.values(counts).reduce((sum, n) => sum + n * n, 0);
  };
  const values = (cards) => [...cards].map((card) => "23456789TJQKA".indexOf(card) + 10).join("");
  hands.sort((a, b) => groups(a.cards) - groups(b.cards) || values(a.cards) - values(b.cards));
  const total = hands.reduce((sum, { bid }, i) => sum + bid * (i + 1), 0);
  const elapsed = process.hrtime.bigint() - began;
  console.warn(`${(BigInt(hands.length) * 1000000n) / elapsed} hands a millisecond`);
  setImmediate(() => console.log(total));
}
