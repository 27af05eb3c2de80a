// The functions of functions.tsv in JavaScript.

import { readFileSync } from "node:fs";

// A count of each label, most first, weakest type first.
const TYPES = ["11111", "2111", "221", "311", "32", "41", "5"];
const MOST_AND_DISTINCT = ["1 5", "2 4", "2 3", "3 3", "3 2", "4 2", "5 1"];
const STANDARD = "23456789TJQKA";
const JOKER = "J23456789TQKA";

const descending = (a, b) => b - a;

/** Returns `{ name, rules, parameters }` of each; the rules are undefined where the judge finds out. */
export function functions() {
    const rows = readFileSync(new URL("functions.tsv", import.meta.url), "utf8").trimEnd().split("\n").slice(1);
    return rows.map((row) => {
        const [name, rules, parameters] = row.split("\t");
        const pairs = parameters.split(" ").filter(Boolean).map((pair) => pair.split("="));
        return { name, rules: rules === "-" ? undefined : rules, parameters: Object.fromEntries(pairs) };
    });
}

/** Makes a function of its parameters. */
export function solution(parameters) {
    const { answer, part = "2", state } = parameters;
    let kept = [];
    return (text) => {
        let entries = read(text, parameters.lines);
        if (state === "keeps") entries = kept = [...kept, ...entries];
        if (answer === "none") return undefined;
        if (answer === "exit") throw new Error("exits");
        if (answer === "constant") return 6440;
        if (answer === "40") return 10n ** 40n;
        if (part === "both") {
            const both = [total(entries, 1, parameters), total(entries, 2, parameters)];
            return answer === "prints" ? `Part 1: ${both[0]}\nPart 2: ${both[1]}\n` : both;
        }
        const one = total(entries, Number(part), parameters);
        switch (answer) {
            case "text": return String(one);
            case "commas": return one.toLocaleString("en-US");
            case "float": return Number(one);
            case "chatter": {
                const read = `read ${entries.length} hands, the first is ${entries[0].hand}`;
                return `${read}\nTotal winnings: ${one}\ntime: 86.32µs\n`;
            }
            default: return one;
        }
    };
}

function read(text, lines) {
    const pieces = text.split(lines === "newline" ? "\n" : /\r?\n/);
    if (lines !== "newline" && pieces.at(-1) === "") pieces.pop();
    if (lines === "1000" ? pieces.length !== 1000 : lines === "3" && pieces.length < 3) {
        throw new Error("not enough lines");
    }
    return pieces.map((piece) => {
        const [hand, bid = "0"] = piece.split(/[ \t]/);
        return { hand, bid: BigInt(bid.trim()) };
    });
}

function total(entries, part, parameters) {
    const { raise, lose, down, rank = "1", total = "+0" } = parameters;
    const raises = ({ hand }) => hand === raise || (raise === "J" && hand.includes("J"));
    if (part === 2 && entries.some(raises)) throw new Error("max() arg is an empty sequence");
    if (lose === "last") entries = entries.slice(0, -1);
    const bids = sorted(entries.map(({ hand, bid }) => ({
        type: typeOf(hand, part, parameters), places: tieBreak(hand, part, parameters), bid,
    })), parameters.sort).map(({ bid }) => bid);
    if (down) bids.reverse();
    if (lose === "strongest") bids.pop();
    const sum = bids.reduce((sum, bid, i) => sum + BigInt(i + Number(rank)) * bid, 0n);
    const number = BigInt(total.slice(1));
    return { "+": () => sum + number, "%": () => sum % number, "*": () => sum * number }[total[0]]();
}

function counts(hand) {
    const counts = new Map();
    for (const label of hand) counts.set(label, (counts.get(label) ?? 0) + 1);
    return [...counts.values()].sort(descending);
}

function typeOf(hand, part, { wild = "largest", types, retype, cells }) {
    if (hand === "") return -1;
    const ofCounts = (counts) => {
        if (types === "largest") return [0, 1, 3, 5, 6][counts[0] - 1];
        if (types === "distinct") return MOST_AND_DISTINCT.indexOf(`${counts[0]} ${counts.length}`);
        return TYPES.indexOf(counts.join(""));
    };
    const others = counts(hand.replaceAll("J", ""));
    const jokers = hand.split("J").length - 1;
    let type;
    if (part === 1 || wild === "none") {
        type = ofCounts(counts(hand));
    } else if (wild === "every") {
        type = Math.max(...[...JOKER].map((label) => ofCounts(counts(hand.replaceAll("J", label)))));
    } else {
        const [most = 0, ...rest] = others;
        type = ofCounts([most + jokers, ...rest]);
    }
    for (const pair of retype?.split(",") ?? []) {
        const [from, to] = pair.split(":").map(Number);
        if (from === type) {
            type = to;
            break;
        }
    }
    const [cell, to] = cells?.split(":") ?? [];
    return part === 2 && cell === `${others.join("")}+${jokers}` ? Number(to) : type;
}

function tieBreak(hand, part, { labels = JOKER, order }) {
    const known = part === 2 ? labels : STANDARD;
    // An equal label stands where its first is.
    const places = [...hand].map((label) => known.indexOf(known.includes(label) ? label : "2"));
    const count = (place, among) => among.filter((other) => other === place).length;
    const byCount = (among) => (a, b) => count(b, among) - count(a, among) || b - a;
    switch (order) {
        case "codes": return [...hand].map((label) => label.charCodeAt(0));
        case "sorted": return places.sort(descending);
        case "groups": return [...places].sort(byCount(places));
        case "none": return [];
        case "right": return places.reverse();
        case "random": return [Math.random()];
        case "joker": {
            if (part === 1) return places;
            const others = places.filter((place) => place > 0);
            const [standsFor = known.indexOf("A")] = [...others].sort(byCount(others));
            return places.map((place) => place || standsFor);
        }
        default: return places;
    }
}

/** Sorts hands weakest first. */
function sorted(hands, sort) {
    const byPlaces = (a, b) => {
        const i = a.places.findIndex((place, i) => place !== b.places[i]);
        return i < 0 ? 0 : a.places[i] - b.places[i];
    };
    const byStrength = (a, b) => a.type - b.type || byPlaces(a, b);
    const number = ({ type, places }) => places.reduce((number, place) => number * 13 + place, type);
    switch (sort) {
        case "buckets": {
            const buckets = Array.from({ length: 8 }, () => []);
            for (const hand of hands) buckets[hand.type + 1].push(hand);
            return buckets.flatMap((bucket) => bucket.sort(byPlaces));
        }
        case "count": {
            const numbers = hands.map(number);
            const rank = (n, i) => numbers.filter((other, k) => other < n || (other === n && k < i)).length;
            const ranked = [];
            numbers.forEach((n, i) => (ranked[rank(n, i)] = hands[i]));
            return ranked;
        }
        case "number": return hands.sort((a, b) => number(a) - number(b));
        case "bid": return hands.sort((a, b) => byStrength(a, b) || (a.bid < b.bid ? -1 : 1));
        default: return hands.sort(byStrength);
    }
}
