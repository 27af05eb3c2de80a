import sys

import numpy as np

entries = sorted(line.split() for line in sys.stdin)
print(np.dot(np.arange(1, len(entries) + 1), [int(bid) for _, bid in entries]))
