type Hand = [cards: string, bid: number];

const parse = (input: string): Hand[] =>
  input.trim().split('\n').map((line) => {
    const [cards, bid] = line.split(' ');
    return [cards, +bid];
  });

const strength = (cards: string, order: string, joker?: string): string => {
  const counts: Record<string, number> = {};
  for (const c of cards) if (c !== joker) counts[c] = (counts[c] || 0) + 1;
  const sizes = Object.values(counts).sort((a, b) => b - a);
  const wild = joker ? cards.split(joker).length - 1 : 0;
  const kind = `${(sizes[0] ?? 0) + wild}${sizes[1] ?? 0}`;
  return kind + [...cards].map((c) => String.fromCharCode(97 + order.indexOf(c))).join('');
};

function winnings(hands: Hand[], order: string, joker?: string): number {
  const sorted = hands.map(([cards, bid]) => ({ bid, key: strength(cards, order, joker) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.reduce((sum, { bid }, i) => sum + bid * (i + 1), 0);
}

export function part1(input: string): number {
  return winnings(parse(input), '23456789TJQKA');
}

export function part2(input: string): number {
  return winnings(parse(input), 'J23456789TQKA', 'J');
}
