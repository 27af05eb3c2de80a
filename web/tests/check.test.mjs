// `check`: the functions of testdata/judge have the verdicts of every front; and what is JavaScript's own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { check, score } from "../dist/npm/index.js";
import { functions, solution } from "../../testdata/judge/functions.mjs";

const LINES_MAX = 20;

const table = readFileSync(new URL("../../testdata/judge/verdicts.tsv", import.meta.url), "utf8");
const verdicts = new Map();
for (const row of table.split("\n").filter(Boolean)) {
    const [name] = row.split("\t");
    verdicts.set(name, [...(verdicts.get(name) ?? []), row]);
}

/** Returns what `check` throws. */
async function notRight(solve, options) {
    const error = await check(solve, options).then(() => assert.fail("right"), (error) => error);
    assert.equal(error.name, "NotRightError", error);
    return error;
}

/** A verdict as rows of verdicts.tsv. */
function rows(name, { verdict, other, ...first }) {
    const failing = [{ verdict, ...first }, other].filter((part) => part && part.verdict !== "right");
    return failing.flatMap(({ verdict, rules, input, findings }) => {
        const lines = verdict === "no answer" ? [] : (input ?? "").trimEnd().split("\n");
        const shown = lines.length > LINES_MAX ? `${lines.length} lines` : lines.join(", ");
        const told = findings.slice(0, 3);
        const mistakes = told.map(({ mistakes }) => mistakes.join(" + ")).join(" | ");
        return (rules.length ? rules : [""]).map((rules) => [name, verdict, rules, shown, mistakes].join("\t"));
    });
}

for (const { name, rules, parameters } of functions()) {
    test(`${name} has the verdict that every front gives`, async () => {
        const solve = solution(parameters);
        // Every second one as if it waited for something.
        const waiting = name.length % 2 ? async (text) => solve(text) : solve;
        const expected = verdicts.get(name);
        if (expected[0].split("\t")[1] === "right") return check(waiting, { rules });
        const { verdict } = await notRight(waiting, { rules });
        assert.deepEqual(rows(name, verdict), expected);
    });
}

const joker = (text) => score(text).winnings.joker;

test("a failure reads like the command's, and has its cause", async () => {
    const empty = () => [].reduce((a, b) => a + b);
    const crashes = (text) => (text.includes("JJJJJ") ? empty() : joker(text));
    const error = await notRight(crashes, { rules: "joker" });
    assert.ok(error instanceof Error);
    assert.match(error.message, /^crash under joker rules \(part 2\)\n\n.* input that your (?:program|function) fails on, 1 line\n\n {2}JJJJJ 1000\n\nYour (?:program|function) threw TypeError\./);
    assert.ok(error.cause instanceof TypeError);
    assert.match(error.message, new RegExp(error.cause.message));
    assert.equal(error.verdict.failure, "threw TypeError");
});

test("whatever is thrown or returned is a verdict", async () => {
    const thrower = (value) => () => {
        throw value;
    };
    const thrown = ["text", 5, null, undefined, Symbol("s"), Object.create(null), { toString: thrower(1) }];
    const hostile = [{ get name() { throw 1; } }, Promise.reject(new RangeError("late"))];
    hostile[1].catch(() => {});
    for (const value of [...thrown, ...hostile]) {
        assert.equal((await notRight(thrower(value))).verdict.verdict, "no answer");
        const verdict = (await notRight(() => value)).verdict.verdict;
        assert.ok(["no answer", "not read"].includes(verdict), verdict);
    }
    assert.equal((await notRight(() => Promise.reject("late"))).verdict.failure, "threw string");
    assert.equal((await notRight(() => NaN)).verdict.verdict, "no answer");
    assert.equal((await notRight(() => "\ud800")).verdict.verdict, "no answer");
    assert.equal((await notRight((text) => joker(text) * 10n ** 5000n)).verdict.verdict, "wrong");
});

test("a pair is part 1 and part 2, in this order", async () => {
    const { winnings } = score("AAAAA 1\n");
    assert.deepEqual(Object.keys(winnings), ["standard", "joker"]);
    await check((text) => Object.values(score(text).winnings));
    assert.equal((await notRight((text) => Object.values(score(text).winnings).reverse())).verdict.verdict, "wrong");
    assert.equal((await notRight((text) => [score(text).winnings.standard, 0])).verdict.verdict, "wrong");
});

test("what is right for the puzzle passes, unless strict", async () => {
    const needsAll = (text) => {
        if (text.split("\n").length < 1000) throw new Error("too few");
        return joker(text);
    };
    await check(needsAll);
    const { verdict } = await notRight(needsAll, { strict: true });
    assert.equal(verdict.verdict, "crash");
});

test("options are checked before anything is run", async () => {
    const untouched = () => assert.fail("it was run");
    await assert.rejects(check(untouched, { rules: "part 1" }), /expected one of standard, joker/);
    await assert.rejects(check(untouched, { part: 2 }), /^TypeError: expected the options rules, seed or strict, found 'part'/);
    await assert.rejects(check(untouched, { seed: 1 }), /expected a seed as a BigInt/);
});

test("a seed chooses the inputs, which are run one at a time", async () => {
    const seen = async (seed) => {
        const inputs = [];
        let running = 0;
        await check(async (text) => {
            assert.equal(++running, 1);
            inputs.push(text);
            await new Promise(setImmediate);
            running--;
            return joker(text);
        }, { seed });
        return inputs;
    };
    assert.deepEqual(await seen(1n), await seen());
    assert.notDeepEqual(await seen(1n), await seen(2n));
});
