#!/usr/bin/env node
import { readFile as read } from "node:fs/promises";
import path, { dirname } from "node:path";
import { fileURLToPath } from "url";
import assert from "assert/strict";

const here = dirname(fileURLToPath(import.meta.url));
const text = await read(path.join(here, "..", "inputs", "day7.txt"), { encoding: "utf-8" });

/** @type {(jokers: boolean) => (text: string) => number} */
export const winnings = (jokers) => (text) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" "))
    .map(([hand, bid]) => ({ key: key(hand, jokers), bid: +bid }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .reduce((total, { bid }, index) => total + bid * (index + 1), 0);

function key(hand, jokers) {
  const labels = jokers ? "J23456789TQKA" : "23456789TJQKA";
  const sizes = [...new Set(hand)]
    .filter((label) => !jokers || label !== "J")
    .map((label) => hand.split(label).length - 1)
    .sort()
    .reverse();
  sizes[0] = (sizes[0] ?? 0) + (jokers ? hand.split("J").length - 1 : 0);
  return sizes.join("").padEnd(5, "0") + [...hand].map((c) => labels.indexOf(c).toString(16)).join("");
}

assert.equal(winnings(false)("32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n"), 6440);

console.log(`⭐ ${winnings(false)(text)}`);
console.log(`⭐⭐ ${winnings(true)(text)}`);
