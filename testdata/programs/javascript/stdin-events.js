'use strict';

const chunks = [];
process.stdin.on('data', chunk => { chunks.push(chunk); });
process.stdin.on('end', () => {
  const data = Buffer.concat(chunks).toString();
  const hands = data.split(/\r?\n/).filter(l => l.length > 0).map(l => {
    const [cards, bid] = l.split(' ');
    return { cards, bid: Number(bid) };
  });
  const rank = (cards) => {
    // the joker may be any other card: try them all
    let best = 0;
    for (const c of '23456789TQKA') {
      const counts = new Map();
      for (const x of cards.replaceAll('J', c)) counts.set(x, (counts.get(x) ?? 0) + 1);
      const score = [...counts.values()].reduce((s, n) => s + n * n, 0);
      best = Math.max(best, score);
    }
    return best;
  };
  const values = 'J23456789TQKA';
  hands.sort((a, b) => {
    const d = rank(a.cards) - rank(b.cards);
    if (d) return d;
    for (let i = 0; i < 5; i++) {
      const e = values.indexOf(a.cards[i]) - values.indexOf(b.cards[i]);
      if (e) return e;
    }
    return 0;
  });
  let total = 0;
  hands.forEach((h, i) => { total += h.bid * (i + 1); });
  process.stdout.write(total + '\n');
  process.exit(0);
});
