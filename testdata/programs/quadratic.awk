# Camel Cards, part 1. Right, but quadratic: each hand is compared with every other.
{ sub(/\r$/, "") }
NF {
    bid[++n] = $2
    same = 0    # 5 for high card, 7, 9, 11, 13, 17, 25 for five of a kind
    labels = 0
    for (i = 1; i <= 5; i++) {
        for (j = 1; j <= 5; j++) same += substr($1, i, 1) == substr($1, j, 1)
        labels = labels * 13 + index("23456789TJQKA", substr($1, i, 1)) - 1
    }
    strength[n] = same * 371293 + labels    # 13 ^ 5
}
END {
    for (i = 1; i <= n; i++) {
        rank = 1
        for (j = 1; j <= n; j++)
            if (strength[j] < strength[i] || strength[j] == strength[i] && j < i) rank++
        total += rank * bid[i]
    }
    printf "%.0f\n", total
}
