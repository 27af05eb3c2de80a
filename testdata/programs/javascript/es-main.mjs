import assert from "node:assert";
import { promises as fs } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ORDER = "J23456789TQKA";

export function sizes(hand) {
  const counts = {};
  for (const label of hand.replaceAll("J", "")) counts[label] = (counts[label] ?? 0) + 1;
  const [first = 0, ...rest] = Object.values(counts).sort((a, b) => b - a);
  return [first + hand.split("J").length - 1, ...rest];
}

export function solve(text) {
  const rows = text.trim().split("\n").map((line) => line.split(" "));
  const keyed = rows.map(([hand, bid]) => [[...sizes(hand).slice(0, 2), 0].slice(0, 2), [...hand].map((label) => ORDER.indexOf(label)), +bid]);
  keyed.sort(([type, labels], [otherType, otherLabels]) => {
    const others = [...otherType, ...otherLabels];
    return [...type, ...labels].map((n, i) => n - others[i]).find((n) => n !== 0) ?? 0;
  });
  return keyed.reduce((total, [, , bid], i) => total + bid * (i + 1), 0);
}

async function main() {
  assert.deepEqual(sizes("KTJJT"), [4, 1]);
  assert(sizes("JJJJJ").length === 1);
  assert.strictEqual(solve("32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n"), 5905);
  console.log(solve(await fs.readFile(resolve(process.cwd(), "input.txt"), "utf8")));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
