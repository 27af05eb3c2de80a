import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";

async function main(file) {
  if (!file) throw new Error("usage: readline-promises.mjs FILE");
  const rl = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  const entries = [];
  for await (const line of rl) {
    const [, hand, bid] = line.match(/^(\w{5}) (\d+)$/);
    const digits = hand.replace(/[TJQKA]/g, (label) => ({ T: "a", J: "b", Q: "c", K: "d", A: "e" })[label]);
    const repeats = [...hand].sort().join("").match(/(.)\1*/g).map((group) => group.length).sort().reverse();
    entries.push({ strength: parseInt(repeats.join("").padEnd(5, "0") + digits, 16), bid: Number(bid) });
  }
  rl.close();
  entries.sort((a, b) => a.strength - b.strength);
  let total = 0;
  for (const [i, { bid }] of entries.entries()) total += (i + 1) * bid;
  console.log(`Part one: ${total}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2]);
