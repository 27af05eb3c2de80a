interface Play {
  hand: string;
  bid: number;
}

const LABELS = "23456789TJQKA";

function kind(hand: string): number {
  let pairs = 0;
  for (let i = 0; i < 5; i++) for (let k = i + 1; k < 5; k++) if (hand[i] === hand[k]) pairs++;
  return pairs;
}

function byStrength(a: Play, b: Play): number {
  const byKind = kind(a.hand) - kind(b.hand);
  if (byKind) return byKind;
  const i = [...a.hand].findIndex((label, i) => label !== b.hand[i]);
  return LABELS.indexOf(a.hand[i]) - LABELS.indexOf(b.hand[i]);
}

if (import.meta.main) {
  const text = Deno.readTextFileSync("./input.txt");
  const plays: Play[] = text.trim().split("\n").map((line) => ({ hand: line.slice(0, 5), bid: +line.slice(6) }));
  plays.sort(byStrength);
  console.info("Part 1:", plays.reduce((total, { bid }, i) => total + bid * (i + 1), 0));
}
