// Advent of Code 2023 - Day 7
var fs = require("fs");

order = "23456789TJQKA";

fs.readFile("input.txt", "utf8", function (err, data) {
  if (err) {
    console.error(err);
    return;
  }
  console.time("day 7");
  var lines = data.split("\n");
  var hands = [];
  for (i = 0; i < lines.length; i++) {
    if (lines[i] == "") continue;
    parts = lines[i].split(" ");
    hands.push({ hand: parts[0], bid: Number(parts[1]), type: type(parts[0]) });
  }
  hands.sort(function (a, b) {
    if (a.type != b.type) return a.type - b.type;
    for (var j = 0; j < 5; j++) {
      if (a.hand[j] != b.hand[j]) return order.indexOf(a.hand[j]) - order.indexOf(b.hand[j]);
    }
    return 0;
  });
  total = 0;
  for (i = 0; i < hands.length; i++) total += (i + 1) * hands[i].bid;
  console.log("The total winnings are %d (%s hands)", total, hands.length);
  console.timeEnd("day 7");
});

function type(hand) {
  var pairs = 0;
  for (var a = 0; a < 5; a++) for (var b = a + 1; b < 5; b++) if (hand[a] == hand[b]) pairs++;
  return pairs;
}
