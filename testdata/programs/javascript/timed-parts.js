const fs = require("fs");
const { EOL } = require("os");
const { performance } = require("perf_hooks");

const file = __filename.replace(/js$/, "txt");
const games = fs.readFileSync(file, "utf-8").trim().split(EOL).map((line) => line.split(" "));

const started = process.hrtime();
const began = process.hrtime.bigint();

const TYPES = ["11111", "2111", "221", "311", "32", "41", "5"];

function typeOf(hand, joker) {
  const wild = joker ? hand.replace(/[^J]/g, "").length : 0;
  const rest = joker ? hand.replace(/J/g, "") : hand;
  const counts = [...new Set(rest)].map((card) => rest.split(card).length - 1).sort((a, b) => b - a);
  counts[0] = (counts[0] || 0) + wild;
  return TYPES.indexOf(counts.join(""));
}

function solve(joker) {
  const start = performance.now();
  const order = joker ? "J23456789TQKA" : "23456789TJQKA";
  const ranked = [...games].sort(([a], [b]) => {
    const difference = typeOf(a, joker) - typeOf(b, joker);
    if (difference !== 0) return difference;
    const i = [0, 1, 2, 3, 4].find((i) => a[i] !== b[i]);
    return i === undefined ? 0 : order.indexOf(a[i]) - order.indexOf(b[i]);
  });
  if (process.env.DEBUG) console.error(ranked);
  fs.writeFileSync("ranked.txt", ranked.map((game) => game.join(" ")).join("\n"));
  const answer = ranked.reduce((sum, [, bid], i) => sum + bid * (i + 1), 0);
  return [answer, (performance.now() - start).toFixed(1)];
}

const [part1, time1] = solve(false);
console.log(`Part 1: ${part1} (${time1} ms)`);
const [part2, time2] = solve(true);
console.log(`Part 2: ${part2} (${time2} ms)`);
const [seconds, nanoseconds] = process.hrtime(started);
console.error(`All: ${seconds * 1e3 + nanoseconds / 1e6} ms, ${process.hrtime.bigint() - began} ns`);
