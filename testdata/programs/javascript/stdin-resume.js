process.stdin.resume();
process.stdin.setEncoding("utf8");

let text = "";
process.stdin.on("data", function (chunk) {
  text += chunk;
});
process.stdin.once("end", function () {
  var hands = text.split("\n").filter(Boolean).map(function (line) {
    return { cards: line.split(" ")[0], bid: parseInt(line.split(" ")[1]) };
  });
  process.stderr.write("read " + hands.length + " hands\n");
  hands.sort(compare);
  var sum = 0;
  for (var rank = 1; rank <= hands.length; rank++) sum += rank * hands[rank - 1].bid;
  console.log(sum);
});

function compare(a, b) {
  if (same(a.cards) != same(b.cards)) return same(a.cards) - same(b.cards);
  var order = "23456789TJQKA";
  for (var i = 0; i < 5; i++) {
    if (a.cards[i] != b.cards[i]) return order.indexOf(a.cards[i]) - order.indexOf(b.cards[i]);
  }
  return 0;
}

function same(cards) {
  var n = 0;
  for (var a of cards) for (var b of cards) if (a == b) n++;
  return n;
}
