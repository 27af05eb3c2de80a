// part 2
(input) => {
  const cards = "J23456789TQKA";
  const score = (hand) => {
    const jokers = (hand.match(/J/g) ?? []).length;
    const groups = [...new Set(hand.replace(/J/g, ""))].map((c) => hand.split(c).length - 1).sort((a, b) => b - a);
    return [(groups[0] ?? 0) + jokers, groups[1] ?? 0, ...[...hand].map((c) => cards.indexOf(c))];
  };
  return input
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .map(([hand, bid]) => [score(hand), Number(bid)])
    .sort(([a], [b]) => a.map((n, i) => n - b[i]).find((d) => d) ?? 0)
    .map(([, bid], i) => bid * (i + 1))
    .reduce((a, b) => a + b);
};
