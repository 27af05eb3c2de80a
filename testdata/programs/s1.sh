# Camel Cards, part 1.
# Mistake S1: sorted strongest first, so rank 1 is the strongest.
keys() {
    while read -r hand bid || [[ $hand ]]; do
        [[ $hand ]] || continue
        same=0 # 5 for high card, 7, 9, 11, 13, 17, 25 for five of a kind
        for i in 0 1 2 3 4; do
            others=${hand//${hand:i:1}/}
            ((same += 5 - ${#others}))
        done
        labels=${hand//A/E} labels=${labels//K/D} labels=${labels//Q/C} labels=${labels//J/B} labels=${labels//T/A}
        printf '%02d%s %s\n' "$same" "$labels" "$bid"
    done
}

total=0 rank=0
while read -r _ bid; do
    ((total += ++rank * 10#$bid))
done < <(tr -d '\r' | keys | LC_ALL=C sort -k1,1 -r -s)
echo "$total"
