# Camel Cards, part 2.
# Mistake J2: J is the weakest label, but it is not wild.
function key(hand,    i, card, copy, same, labels) {
    for (i = 1; i <= 5; i++) {
        card = substr(hand, i, 1)
        copy = hand
        same += gsub(card, card, copy)    # 5 for high card, 7, 9, 11, 13, 17, 25 for five of a kind
        labels = labels substr("abcdefghijklm", index("J23456789TQKA", card), 1)
    }
    return sprintf("%02d", same) labels
}
{ sub(/\r$/, "") }
NF {
    new = key($1)
    for (i = n++; i > 0 && keys[i] > new; i--) {
        keys[i + 1] = keys[i]
        bids[i + 1] = bids[i]
    }
    keys[i + 1] = new
    bids[i + 1] = $2
}
END {
    for (i = 1; i <= n; i++) total += i * bids[i]
    printf "%.0f\n", total
}
