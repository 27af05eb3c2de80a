const text = await Deno.readTextFile(Deno.args[0] ?? "input.txt");
const t0 = performance.now();
const bids = new Map(text.trim().split("\n").map((l) => l.split(" ")).map(([h, b]) => [h, parseInt(b)]));
const sum = (xs) => xs.reduce((a, b) => a + b, 0);
const type = (h) => sum([...h].map((c) => sum([...h].map((d) => (c === d ? 1 : 0)))));
const sortable = (h) => String(type(h)).padStart(2, "0") + [...h].map((c) => "abcdefghijklm"["23456789TJQKA".indexOf(c)]).join("");
const ranked = [...bids.keys()].sort((a, b) => sortable(a).localeCompare(sortable(b)));
setTimeout(() => {
  console.log("silver:", sum(ranked.map((h, i) => (i + 1) * bids.get(h))).toLocaleString("en-US"));
  console.log(`took ${(performance.now() - t0).toFixed(2)} ms`);
}, 10);
