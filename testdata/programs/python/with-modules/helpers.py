def parse(lines):
    return [(hand, int(bid)) for hand, bid in (line.split() for line in lines)]
