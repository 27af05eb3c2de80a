const file = Bun.file(`${import.meta.dir}/input.txt`);
const lines: string[] = (await file.text()).trimEnd().split("\n");

const hands = lines.map((line) => {
  const [cards, bid] = line.split(" ");
  return { cards, bid: Number(bid) };
});

function strength(cards: string, order: string): string {
  const best = [...order].map((wild) => {
    const played = order.startsWith("J") ? cards.replaceAll("J", wild) : cards;
    return [...new Set(played)].map((card) => played.split(card).length - 1).reduce((sum, n) => sum + n * n, 0);
  });
  return String(Math.max(...best)).padStart(2, "0") + [...cards].map((card) => order.indexOf(card).toString(16)).join("");
}

function winnings(order: string): number {
  const keyed = hands.map(({ cards, bid }) => ({ bid, key: strength(cards, order) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return keyed.reduce((sum, { bid }, i) => sum + bid * (i + 1), 0);
}

console.table({ part1: winnings("23456789TJQKA"), part2: winnings("J23456789TQKA") });
