const cardRank = { 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, T: 10, J: 11, Q: 12, K: 13, A: 14 };

function handType(hand) {
  const counts = {};
  hand.split("").forEach((card) => (counts[card] = counts[card] + 1 || 1));
  const sorted = Object.values(counts).sort().reverse().join("");
  return ["11111", "2111", "221", "311", "32", "41", "5"].indexOf(sorted);
}

function compareHands(a, b) {
  if (handType(a.hand) !== handType(b.hand)) return handType(a.hand) - handType(b.hand);
  for (let i = 0; i < 5; i++) {
    if (a.hand[i] !== b.hand[i]) return cardRank[a.hand[i]] - cardRank[b.hand[i]];
  }
}

async function solve(lines) {
  const hands = lines.map((line) => ({ hand: line.split(" ")[0], bid: +line.split(" ")[1] }));
  hands.sort(compareHands);
  await new Promise((done) => setTimeout(done, 5));
  return hands.map(({ bid }, index) => bid * (index + 1)).reduce((a, b) => a + b, 0);
}

module.exports = { solve, compareHands };
