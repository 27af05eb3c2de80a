const { readFileSync } = require("node:fs");

function winnings(file, withJokers) {
  const order = withJokers ? "J23456789TQKA" : "23456789TJQKA";
  return readFileSync(file)
    .toString()
    .split("\n")
    .filter((line) => line.includes(" "))
    .map((line) => {
      const [hand, bid] = line.split(" ");
      let counts = {};
      for (const c of hand) counts[c] = (counts[c] || 0) + 1;
      const jokers = withJokers ? counts.J || 0 : 0;
      if (withJokers) delete counts.J;
      counts = Object.values(counts).sort((a, b) => b - a);
      if (!counts.length) counts.push(0);
      counts[0] += jokers;
      return [counts[0] * 3 + (counts[1] || 0), hand, +bid];
    })
    .sort(([t, a], [u, b]) => {
      if (t !== u) return t - u;
      for (let i = 0; i < 5; i++) if (a[i] !== b[i]) return order.indexOf(a[i]) - order.indexOf(b[i]);
      return 0;
    })
    .map(([, , bid], i) => bid * (i + 1))
    .reduce((a, b) => a + b, 0);
}

if (require.main === module) {
  const [, , file = "input.txt"] = process.argv;
  if (!require("fs").existsSync(file)) {
    console.error(`usage: ${process.argv[1]} FILE`);
    process.exit(1);
  }
  console.log([winnings(file, false), winnings(file, true)]);
}
