const LABELS = ["23456789TJQKA", "J23456789TQKA"];

export default function (input) {
  const games = input.trimEnd().split("\n").map((line) => line.split(" "));
  const [part1, part2] = LABELS.map((labels, joker) => {
    const strength = ([hand]) => {
      const n = [...labels].map((label) => hand.split(label).length - 1);
      const j = joker ? n.shift() : 0;
      n.sort((a, b) => b - a);
      return parseInt([n[0] + j, n[1], ...[...hand].map((c) => labels.indexOf(c).toString(13))].join(""), 13);
    };
    const sorted = [...games].sort((a, b) => strength(a) - strength(b));
    return sorted.reduce((sum, [, bid], i) => sum + bid * ++i, 0);
  });
  return { part1, part2 };
}
