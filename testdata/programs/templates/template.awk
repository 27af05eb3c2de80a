function total(part,    labels, i, j, k, n, card, hand, sizes, most, next_most, key, keys, bids, sum) {
    labels = part == 2 ? "J23456789TQKA" : "23456789TJQKA"
    for (i = 1; i <= entries; i++) {
        split("", n)
        for (j = 1; j <= 5; j++) n[substr(hands[i], j, 1)]++
        most = next_most = 0
        for (card in n) {
            if (part == 2 && card == "J") continue
            if (n[card] > most) { next_most = most; most = n[card] }
            else if (n[card] > next_most) next_most = n[card]
        }
        if (part == 2) most += n["J"]
        key = most * 2 + (next_most == 2)
        for (j = 1; j <= 5; j++) key = key * 13 + index(labels, substr(hands[i], j, 1)) - 1
        for (k = i; k > 1 && keys[k - 1] > key; k--) { keys[k] = keys[k - 1]; bids[k] = bids[k - 1] }
        keys[k] = key
        bids[k] = bid[i]
    }
    for (i = 1; i <= entries; i++) sum += i * bids[i]
    return sprintf("%.0f", sum)
}
function grouped(digits,    text) {
    for (; length(digits) > 3; digits = substr(digits, 1, length(digits) - 3)) text = "," substr(digits, length(digits) - 2) text
    return digits text
}
function fill(name, value) { gsub("[{]" name "[}]", value, style) }
NF { hands[++entries] = $1; bid[entries] = $2; debug = debug $0 "\n" }
END {
    style = "@STYLE@"
    fill("a", total(1)); fill("b", total(2)); fill("A", grouped(total(1))); fill("B", grouped(total(2)))
    fill("n", entries + 0); fill("debug", debug)
    print style
}
