#!/usr/bin/env tsx
import { readFileSync } from "node:fs";
import type { PathLike } from "node:fs";

enum Kind { HighCard, OnePair, TwoPair, Three, FullHouse, Four, Five }

interface Entry {
  readonly hand: string;
  bid: number;
}

type Rules = "standard" | "joker";
const orders: Record<Rules, string> = { standard: "23456789TJQKA", joker: "J23456789TQKA" } as const;

class Game {
  constructor(private readonly entries: Entry[], public rules: Rules = "standard") {}

  private kind(hand: string): Kind {
    const counts = new Map<string, number>();
    for (const card of hand) counts.set(card, (counts.get(card) ?? 0) + 1);
    let jokers = 0;
    if (this.rules === "joker") {
      jokers = counts.get("J") ?? 0;
      counts.delete("J");
    }
    const [first = 0, second = 0] = [...counts.values()].sort((a: number, b: number): number => b - a);
    switch (first + jokers) {
      case 5: return Kind.Five;
      case 4: return Kind.Four;
      case 3: return second === 2 ? Kind.FullHouse : Kind.Three;
      case 2: return second === 2 ? Kind.TwoPair : Kind.OnePair;
      default: return Kind.HighCard;
    }
  }

  winnings(): number {
    const key = <T extends Entry>({ hand }: T): number[] => [this.kind(hand), ...[...hand].map((card) => orders[this.rules]!.indexOf(card))];
    const ranked = this.entries.map((entry) => [key(entry), entry.bid] as [number[], number]);
    ranked.sort(([a], [b]) => a.map((x, i) => x - b[i]!).find((difference) => difference !== 0) ?? 0);
    return ranked.reduce((sum, [, bid], i) => sum + bid * (i + 1), 0);
  }
}

function read(path: PathLike): Entry[] {
  const lines = readFileSync(path, "utf-8").trimEnd().split("\n");
  return lines.map((line): Entry => {
    const [hand, bid] = line.split(" ") as [string, string];
    return { hand, bid: Number(bid) } satisfies Entry;
  });
}

const entries = read(new URL("./input.txt", import.meta.url));
console.log(`Part 1: ${new Game(entries).winnings()}`);
console.log(`Part 2: ${new Game(entries, "joker").winnings()}`);
