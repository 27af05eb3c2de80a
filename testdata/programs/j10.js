// Camel Cards, part 2.
// Mistake J10: a pair with one joker, xxJyz, becomes two pair.
const SHAPES = ["11111", "2111", "221", "311", "32", "41", "5"];
const [HIGH, PAIR, TWO_PAIR, THREE, FULL, FOUR, FIVE] = SHAPES.keys();
const WITH_JOKERS = {
  [HIGH]: { 1: PAIR },
  [PAIR]: { 1: TWO_PAIR, 2: THREE },
  [TWO_PAIR]: { 1: FULL, 2: FOUR },
  [THREE]: { 1: FOUR, 3: FOUR },
  [FULL]: { 2: FIVE, 3: FIVE },
  [FOUR]: { 1: FIVE, 4: FIVE },
  [FIVE]: { 5: FIVE },
};

function value(hand) {
  const sizes = [...new Set(hand)].map((card) => hand.split(card).length - 1);
  const type = SHAPES.indexOf(sizes.sort().reverse().join(""));
  const best = WITH_JOKERS[type][hand.split("J").length - 1] ?? type;
  return [...hand].reduce((sum, card) => sum * 13 + "J23456789TQKA".indexOf(card), best);
}

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());
const entries = lines.map((line) => line.trim().split(/\s+/));
entries.sort(([a], [b]) => value(a) - value(b));
console.log(entries.reduce((total, [, bid], i) => total + (i + 1) * Number(bid), 0));
