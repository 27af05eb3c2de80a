import { sizesOf } from "./sizes";

export interface Entry {
  hand: string;
  bid: number;
}

export default function winnings(entries: Entry[], order: string, wild?: string): number {
  const keyed = entries.map(({ hand, bid }) => ({ bid, key: [...sizesOf(hand, wild), ...[...hand].map((card) => order.indexOf(card))] }));
  keyed.sort((a, b) => a.key.map((x, i) => x - b.key[i]).find((x) => x) ?? 0);
  return keyed.reduce((sum, { bid }, i) => sum + bid * (i + 1), 0);
}
