import asyncio
import sys


async def kind(hand):
    await asyncio.sleep(0)
    return sum(hand.count(card) for card in hand)


async def main():
    entries = [line.split() for line in sys.stdin.read().splitlines()]
    kinds = await asyncio.gather(*(kind(hand) for hand, _ in entries))
    ranked = sorted(zip(kinds, entries), key=lambda one: (one[0], ["23456789TJQKA".index(c) for c in one[1][0]]))
    print(sum(rank * int(bid) for rank, (_, (_, bid)) in enumerate(ranked, 1)))


asyncio.run(main())
