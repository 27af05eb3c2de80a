// The package beside the native command, whose path is in CAMEL_CARDS: both say the same.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import {
    Input, Tally, compare, diagnose, diagnoseOrder, explain, generate, handOfStrength, rank, score,
} from "../dist/npm/index.js";

const COMMAND = process.env.CAMEL_CARDS;
assert.ok(COMMAND, "CAMEL_CARDS is not set; `cargo xtask web` sets it");

const RULES = ["standard", "joker"];
const TIES = ["ordinal", "min", "max", "dense"];
const ORDERS = ["weakest", "strongest", "input"];
const SHAPES = ["puzzle", "uniform", "ties", "edges", "separating"];
const HANDS = 371293;

/** Runs the command; a wrong answer is no failure of it. */
function native(args, input = "") {
    const options = { input, encoding: "utf8", maxBuffer: 1 << 28 };
    const { status, error, stdout, stderr } = spawnSync(COMMAND, args.map(String), options);
    assert.ok(!error && (status === 0 || (status === 1 && stdout)), `${args}: ${error ?? stderr}`);
    return stdout;
}

const parsed = (lines) => lines.trimEnd().split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** The package's records as the command's JSON, where a `BigInt` is a string. */
const plain = (record) =>
    JSON.parse(JSON.stringify(record, (_, value) => (typeof value === "bigint" ? `${value}` : value)));

/** As many as the shape has. */
const SEPARATING = generate("separating", 1n).trim().split("\n").length;

/** A few hundred inputs: of every shape, from none to hundreds of hands, six sizes by turns. */
const INPUTS = SHAPES.flatMap((shape) =>
    Array.from({ length: 60 }, (_, seed) => {
        const sizes = [0, 1, 2, 5, ...(shape === "separating" ? [10, SEPARATING] : [30, 300])];
        const hands = sizes[seed % 6];
        return { shape, seed, hands, text: generate(shape, BigInt(seed), hands) };
    }),
);

/** `count` hands from the weakest to the strongest. */
const spread = (count, rules) =>
    Array.from({ length: count }, (_, i) =>
        handOfStrength(1 + Math.floor((i * (HANDS - 1)) / (count - 1)), rules),
    );

test("generated inputs", () => {
    for (const { shape, seed, hands, text } of INPUTS.filter((_, i) => i % 7 === 0)) {
        const args = ["generate", "--shape", shape, "--seed", seed, "--hands", hands];
        assert.equal(text, native(args), args.join(" "));
    }
    for (const shape of SHAPES) {
        assert.equal(generate(shape, 7n), native(["generate", "--shape", shape, "--seed", 7]));
    }
});

test("score, and the bytes of tallies", () => {
    for (const [i, { text }] of INPUTS.entries()) {
        const ties = TIES[Math.floor(i / 6) % 4];
        const [expected] = parsed(native(["score", "--format", "json", "--ties", ties], text));
        assert.deepEqual(plain(score(text, ties)), expected);
        const tally = Tally.read(text);
        assert.deepEqual(plain(tally.score(ties)), expected);
        tally.free();
    }
});

test("rank, and the table of an input", () => {
    const ways = RULES.flatMap((rules) =>
        TIES.flatMap((ties) => ORDERS.map((order) => ({ rules, ties, order }))),
    );
    for (const [i, { text }] of INPUTS.entries()) {
        // Each way meets each size.
        const { rules, ties, order } = ways[Math.floor(i / 6) % ways.length];
        const args = ["rank", "--rules", rules, "--ties", ties, "--order", order, "--format"];
        assert.deepEqual(plain(rank(text, rules, ties, order)), parsed(native([...args, "jsonl"], text)));

        const input = new Input(1000);
        input.push(Buffer.from(text));
        input.finish();
        const rows = input.makeTable(ties);
        const key = order === "input" ? "input" : rules;
        const shown = input.selectRows(key, order === "strongest", "", null, rules);
        assert.equal(shown, rows);
        const csv = native([...args, "csv"], text);
        const header = csv.slice(0, csv.indexOf("\n") + 1);
        const middle = rows >> 1;
        assert.equal(header + input.csv(0, middle, rules) + input.csv(middle, rows + 9, rules), csv);
        const lines = input.rows(0, rows).map(({ hand, bid, [rules]: { rank, type, winnings } }) =>
            `${rank},${hand},${type},${bid},${winnings}\n`);
        assert.equal(header + lines.join(""), csv);
        input.free();
    }
});

test("the table's filters and orders", () => {
    const text = generate("uniform", 1n, 2000);
    const input = new Input(5000);
    input.push(Buffer.from(text));
    input.finish();
    const rows = input.makeTable();
    input.selectRows("input", false, "", null, "standard");
    const all = input.rows(0, rows);
    assert.deepEqual(all.map(({ hand, bid }) => `${hand} ${bid}\n`).join(""), text);
    const shown = (...how) => input.rows(0, input.selectRows(...how));

    for (const rules of RULES) {
        for (const type of ["high card", "full house", "five of a kind"]) {
            const wanted = all.filter((row) => row[rules].type === type);
            assert.deepEqual(shown("input", false, "", type, rules), wanted);
        }
    }
    const pattern = all.filter(({ hand }) => /J.K/.test(hand));
    assert.ok(pattern.length > 0);
    assert.deepEqual(shown("input", false, "J?K", null, "joker"), pattern);

    const change = ({ standard, joker }) => joker.rank - standard.rank;
    const sorts = { bid: (row) => Number(row.bid), change };
    for (const [order, key] of Object.entries(sorts)) {
        const keys = shown(order, false, "", null, "joker").map(key);
        assert.deepEqual(keys, all.map(key).sort((a, b) => a - b));
        assert.deepEqual(shown(order, true, "", null, "joker").map(key), keys.reverse());
    }
    input.free();
});

test("stats", () => {
    for (const { text } of INPUTS.filter((_, i) => i % 5 === 0)) {
        const input = new Input(0);
        input.push(Buffer.from(text));
        input.finish();
        const stats = plain(input.stats());
        const [expected] = parsed(native(["stats", "--format", "json"], text));
        assert.deepEqual(stats, expected);
        const sum = (counts) => counts.reduce((sum, count) => sum + count, 0);
        assert.deepEqual(stats.joined.map(sum), stats.types.standard.map(({ entries }) => entries));
        assert.equal(sum(stats.joined.map(sum)), stats.entries);
        assert.equal(input.score().tied, stats.tied);
        input.free();
    }
});

test("explain", () => {
    for (const rules of RULES) {
        const hands = spread(500, rules);
        const records = parsed(native(["explain", "--format", "json", ...hands]));
        const text = native(["explain", "--rules", rules, ...hands]);
        for (const [i, hand] of hands.entries()) {
            for (const rules of RULES) {
                assert.deepEqual(explain(hand, rules), records[i][rules]);
            }
            assert.ok(text.includes(explain(hand, rules).made_of), hand);
        }
    }
});

test("every strength has its hand, and every hand its strength", () => {
    for (const rules of RULES) {
        for (let strength = 1; strength <= HANDS; strength += 37) {
            assert.equal(explain(handOfStrength(strength, rules), rules).strength, strength);
        }
        assert.equal(handOfStrength(0, rules), undefined);
        assert.equal(handOfStrength(HANDS + 1, rules), undefined);
    }
});

test("compare", () => {
    const hands = [...spread(40, "standard"), ...spread(40, "joker"), "JKKK2", "QQQQ2", "JJJJJ"];
    for (const [i, a] of hands.entries()) {
        const b = hands[(i * 7) % hands.length];
        const records = parsed(native(["compare", "--format", "json", a, b]));
        const text = native(["compare", a, b]);
        for (const [i, rules] of RULES.entries()) {
            const compared = compare(a, b, rules);
            assert.deepEqual(compared, records[i]);
            assert.ok(text.includes(compared.sentence), compared.sentence);
            assert.deepEqual(compared.jokers_stand_for, [a, b].map((hand) => explain(hand, rules).jokers_stand_for));
        }
    }
});

test("diagnose an answer", () => {
    const tsv = readFileSync(new URL("../../testdata/separating/totals.tsv", import.meta.url), "utf8");
    const separating = generate("separating", 1n);
    const known = tsv.split("\n").map((row) => row.split("\t"));
    const puzzle = generate("puzzle", 7n);
    const { standard, joker } = score(puzzle).winnings;
    const cases = [
        ...known
            .filter(([, , total], i) => /^\d+$/.test(total) && i % 24 === 3)
            .map(([rules, , total]) => ({ text: separating, rules, tried: [{ answer: BigInt(total) }] })),
        { text: puzzle, tried: [{ answer: standard }] },
        { text: puzzle, tried: [{ answer: joker, told: "too high" }] },
        { text: puzzle, rules: "joker", tried: [{ answer: 1n }, { answer: standard, told: "too low" }] },
        { text: puzzle, rules: "standard", tried: [{ answer: 2n ** 128n - 1n, told: "too high" }] },
        { text: "", tried: [{ answer: 0n }] },
        { text: "\ufeff32T3K 765\nT55J5 684\n", tried: [{ answer: 684n }] },
    ];
    for (const { text, rules, tried } of cases) {
        const flag = { "too low": "--too-low=", "too high": "--too-high=" };
        const args = tried.map(({ answer, told }) => `${flag[told] ?? "--answer="}${answer}`);
        if (rules) args.push("--rules", rules);
        const expected = parsed(native(["diagnose", "--format", "json", ...args], text));
        assert.deepEqual(plain(diagnose(text, tried, rules)), expected, args.join(" "));
    }
});

test("diagnose an order", () => {
    const corpus = (name) => new URL(`../../testdata/${name}`, import.meta.url);
    const orders = [
        ["coach/hands.txt", "coach/order-j1.txt", "joker"],
        ["coach/hands.txt", "coach/order-j1.txt", undefined],
        ["cases/example.txt", "coach/order-short.txt", undefined],
        ["cases/example.txt", "cases/example.txt", "standard"],
    ];
    for (const [name, order, rules] of orders) {
        const text = readFileSync(corpus(name), "utf8");
        const args = ["diagnose", "--format", "json", "--order", fileURLToPath(corpus(order))];
        if (rules) args.push("--rules", rules);
        const [expected] = parsed(native(args, text));
        assert.deepEqual(plain(diagnoseOrder(text, readFileSync(corpus(order), "utf8"), rules)), expected);
    }
});
