#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char hand[8]; long long bid, key; };
static struct entry entries[2000000], sorted[2000000];
static int count;

static int compare(const void *a, const void *b) {
    long long left = ((const struct entry *)a)->key, right = ((const struct entry *)b)->key;
    return (left > right) - (left < right);
}

static long long total(int part) {
    const char *labels = part == 2 ? "J23456789TQKA" : "23456789TJQKA";
    memcpy(sorted, entries, sizeof *entries * count);
    for (int i = 0; i < count; i++) {
        int counts[13] = {0}, most = 0, next = 0;
        long long key = 0;
        for (int j = 0; j < 5; j++) counts[strchr(labels, sorted[i].hand[j]) - labels]++;
        for (int j = part == 2; j < 13; j++) {
            if (counts[j] > most) next = most, most = counts[j];
            else if (counts[j] > next) next = counts[j];
        }
        if (part == 2) most += counts[0];
        key = most * 2 + (next == 2);
        for (int j = 0; j < 5; j++) key = key * 13 + (strchr(labels, sorted[i].hand[j]) - labels);
        sorted[i].key = key;
    }
    qsort(sorted, count, sizeof *sorted, compare);
    long long sum = 0;
    for (int i = 0; i < count; i++) sum += (i + 1) * sorted[i].bid;
    return sum;
}

static void grouped(long long number) {
    if (number >= 1000) {
        grouped(number / 1000);
        printf(",%03lld", number % 1000);
    } else {
        printf("%lld", number);
    }
}

int main(void) {
    while (scanf("%7s %lld", entries[count].hand, &entries[count].bid) == 2) count++;
    long long first = total(1), second = total(2);
    for (const char *at = "@STYLE@"; *at; at++) {
        if (*at != '{') {
            putchar(*at);
            continue;
        }
        switch (at[1]) {
        case 'a': printf("%lld", first); break;
        case 'b': printf("%lld", second); break;
        case 'A': grouped(first); break;
        case 'B': grouped(second); break;
        case 'n': printf("%d", count); break;
        case 'd': for (int i = 0; i < count; i++) printf("%s %lld\n", entries[i].hand, entries[i].bid); break;
        }
        at = strchr(at, '}');
    }
    putchar('\n');
    return 0;
}
