const CARD_VALUES = '23456789TJQKA'.split('');
const JOKER_VALUES = 'J23456789TQKA'.split('');

const parse = (input) => input.split('\n').filter((l) => l).map((l) => l.split(' '));

const countCards = (hand) => hand.split('').reduce((acc, c) => ({ ...acc, [c]: (acc[c] ?? 0) + 1 }), {});

const typeOf = (counts) => {
  const [first, second] = Object.values(counts).sort((a, b) => b - a);
  return first + (second ?? 0) / 10;
};

const total = (games, type, values) =>
  games
    .sort(([a], [b]) => {
      const byType = type(a) - type(b);
      if (byType !== 0) return byType;
      for (let i = 0; i < a.length; i++) {
        const byCard = values.indexOf(a[i]) - values.indexOf(b[i]);
        if (byCard !== 0) return byCard;
      }
      return 0;
    })
    .reduce((sum, [, bid], i) => sum + Number(bid) * (i + 1), 0);

export function part1(input) {
  return total(parse(input), (hand) => typeOf(countCards(hand)), CARD_VALUES);
}

export function part2(input) {
  const type = (hand) => {
    const { J: jokers = 0, ...counts } = countCards(hand);
    if (jokers === 5) return 5;
    const [most] = Object.entries(counts).sort(([, a], [, b]) => b - a)[0];
    return typeOf({ ...counts, [most]: counts[most] + jokers });
  };
  return total(parse(input), type, JOKER_VALUES);
}
