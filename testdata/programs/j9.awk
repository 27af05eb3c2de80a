# Camel Cards, part 2.
# Mistake J9: JJxyz stays one pair (of the pairs, only xxJyz was thought of).
function type(hand,    i, n, card, same, jokers) {
    for (i = 1; i <= 5; i++) n[substr(hand, i, 1)]++
    for (card in n) same += n[card] * n[card]    # 5 for high card, 7, 9, 11, 13, 17, 25 for five of a kind
    jokers = n["J"]
    if (jokers && same >= 13) return 25
    if (jokers && same == 11) return 17
    if (jokers && same == 9) return jokers == 2 ? 17 : 13
    if (jokers == 1 && same == 7) return 11
    if (jokers && same == 5) return 7
    return same
}
{ sub(/\r$/, "") }
NF {
    key = type($1)
    for (i = 1; i <= 5; i++) key = key * 13 + index("J23456789TQKA", substr($1, i, 1)) - 1
    for (i = ++n; i > 1 && keys[i - 1] > key; i--) { keys[i] = keys[i - 1]; bids[i] = bids[i - 1] }
    keys[i] = key
    bids[i] = $2
}
END {
    for (i = 1; i <= n; i++) total += i * bids[i]
    printf "%.0f\n", total
}
