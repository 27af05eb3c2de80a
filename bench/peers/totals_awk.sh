#!/bin/sh
# Both totals of a file with awk and sort: totals_awk.sh FILE.
#
# awk's numbers are doubles: its totals are exact to 2^53. sort spills to disk,
# so any size fits.
export LC_ALL=C

total() { # FILE LABELS JOKER
    awk -v labels="$2" -v joker="$3" '{
        most = distinct = wild = 0; key = ""; split("", counts)
        for (i = 1; i <= 5; i++) {
            label = substr($1, i, 1)
            key = key sprintf("%c", 96 + index(labels, label))
            if (label == joker) wild++
            else if (++counts[label] == 1) distinct++
            if (counts[label] > most) most = counts[label]
        }
        if (distinct == 0) distinct = 1
        print most + wild "" 5 - distinct key, $2
    }' "$1" | sort -s -k1,1 | awk '{ total += NR * $2 } END { printf "%.0f\n", total }'
}

echo "$(total "$1" 23456789TJQKA -) $(total "$1" J23456789TQKA J)"
