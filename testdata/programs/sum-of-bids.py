# Camel Cards, part 1.
# Mistake S8b: the bids are added up without ranks.
import sys

print(sum(int(line.split()[1]) for line in sys.stdin if line.strip()))
