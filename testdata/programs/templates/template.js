const lines = require("fs").readFileSync(0, "utf8").split("\n");
const input = lines.filter((line) => line.trim()).map((line) => line.trim().split(/\s+/));

function total(part) {
  let entries = input.map(([hand, bid]) => [hand, Number(bid)]); // @entries
  const labels = part === 2 ? "J23456789TQKA" : "23456789TJQKA"; // @labels
  const count = (hand, card) => hand.split(card).length - 1;
  const type = (hand) => {
    const jokers = part === 2 ? count(hand, "J") : 0; // @jokers
    const others = [...new Set(hand)].filter((card) => !(part === 2 && card === "J")); // @others
    const sizes = others.map((card) => count(hand, card)).sort((a, b) => b - a);
    sizes[0] = (sizes[0] ?? 0) + jokers; // @join
    return sizes[0] * 2 + (sizes[1] === 2 ? 1 : 0); // @type
  };
  const key = ([hand]) => [...hand].reduce((sum, card) => sum * 13 + labels.indexOf(card), type(hand)); // @key
  entries.sort((a, b) => key(a) - key(b)); // @sort
  return entries.reduce((sum, [, bid], i) => sum + (i + 1) * bid, 0); // @sum
}

const [a, b] = [total(1), total(2)];
const texts = {
  A: a.toLocaleString("en-US"), B: b.toLocaleString("en-US"), a, b, n: input.length,
  debug: input.map((entry) => entry.join(" ")).join("\n"),
};
console.log("@STYLE@".replace(/\{(\w+)\}/g, (_, name) => texts[name]));
