// The corpus in testdata/, through the package.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import {
    Input, Tally, compare, diagnose, diagnoseOrder, explain, generate, handOfStrength, rank, score, unpacked,
} from "../dist/npm/index.js";

const CORPUS = new URL("../../testdata/", import.meta.url);
const bytesOf = (name) => new Uint8Array(readFileSync(new URL(name, CORPUS)));
const textOf = (name) => readFileSync(new URL(name, CORPUS), "utf8");
const listed = (folder, ending) => {
    const names = readdirSync(new URL(folder, CORPUS)).filter((name) => name.endsWith(ending));
    assert.ok(names.length > 0, `${folder}: no ${ending}`);
    return names.map((name) => folder + name.slice(0, -ending.length));
};

const totals = ({ winnings: { standard, joker } }) => `${standard} ${joker}\n`;

function readInChunks(bytes, chunkBytes) {
    const input = new Input(1_000_000);
    for (let at = 0; at < bytes.length; at += chunkBytes) {
        input.push(bytes.subarray(at, at + chunkBytes));
    }
    input.finish();
    return input;
}

const inChunks = (bytes, size) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

/** The lines with their ends. A byte-order mark at the start is not part of one. */
function linesOf(bytes) {
    const text = Buffer.from(bytes).toString("latin1").replace(/^\xef\xbb\xbf/, "");
    return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => Buffer.from(line, "latin1"));
}

async function readUnpacked(chunks) {
    const input = new Input(1_000_000);
    for await (const chunk of unpacked(chunks)) input.push(chunk);
    input.finish();
    return input;
}

/** Reads bytes however they can come: whole, in chunks, gzipped, in two members. */
async function* readings(bytes) {
    const middle = bytes.length >> 1;
    const members = [bytes.subarray(0, middle), bytes.subarray(middle)].map((part) => gzipSync(part));
    const forms = { plain: bytes, gzipped: gzipSync(bytes), "two members": Buffer.concat(members) };
    for (const [form, bytes] of Object.entries(forms)) {
        for (const chunkBytes of [1, 7, 4096, bytes.length || 1]) {
            const input = await readUnpacked(inChunks(bytes, chunkBytes));
            yield [`${form} by ${chunkBytes}`, input];
            input.free();
        }
    }
    for (const chunkBytes of [1, 7]) yield [`by ${chunkBytes}`, readInChunks(bytes, chunkBytes)];
}

test("cases have the published answers however they are written and read", async () => {
    const names = listed("cases/", ".txt");
    assert.equal(names.length, 4 * 6);
    for (const name of names) {
        const bytes = bytesOf(`${name}.txt`);
        const answers = textOf(`${name.split(".")[0]}.answers`);
        assert.equal(totals(score(bytes)), answers, name);
        assert.equal(totals(score(textOf(`${name}.txt`))), answers, name);
        assert.equal(totals(Tally.read(bytes).score()), answers, name);
        for await (const [how, input] of readings(bytes)) {
            assert.equal(totals(input.score()), answers, `${name} ${how}`);
            assert.equal(input.badCount, 0);
            assert.equal(input.bytes, bytes.length);
        }
    }
});

test("errors have their golden text however they are read", async () => {
    for (const name of listed("errors/", ".txt")) {
        const bytes = bytesOf(`${name}.txt`);
        const golden = textOf(`${name}.errors`).split("\n").slice(0, -1);
        for await (const [how, input] of readings(bytes)) {
            const lines = input.badLines();
            assert.deepEqual(lines.map(({ message }) => message), golden, `${name} ${how}`);
            assert.equal(input.badCount, golden.length);
            for (const { line, column, message } of lines) {
                assert.ok(message.startsWith(`line ${line}, column ${column}: `));
            }
        }
        const thrown = golden.slice(0, 20);
        const more = golden.length - thrown.length;
        const message = thrown.join("\n") + (more ? `\nand ${more} more bad lines` : "");
        assert.throws(() => score(bytes), (error) => {
            assert.ok(error instanceof Error);
            assert.equal(error.name, "BadLinesError");
            assert.equal(error.message, message, name);
            assert.deepEqual(error.lines.map(({ message }) => message), thrown);
            assert.equal(error.count, golden.length);
            return true;
        });
    }
});

test("rejects are the bad lines and nothing else, as they are", async () => {
    for (const name of listed("errors/", ".txt")) {
        const bytes = bytesOf(`${name}.txt`);
        // What is UTF-16 is refused as a whole, by its first two bytes.
        const lines = name.includes("utf-16") ? [bytes] : linesOf(bytes);
        const isBad = (line) => {
            const input = new Input();
            // A mark in front of a line is only right at the start.
            input.push("\n");
            input.push(line);
            input.finish();
            return input.badCount > 0;
        };
        const bad = Buffer.concat(lines.filter(isBad));
        for await (const [how, input] of readings(bytes)) {
            assert.deepEqual(Buffer.from(input.rejects()), bad, `${name} ${how}`);
        }
    }
});

test("rejects that are too large to keep are told", () => {
    const input = new Input();
    const half = Buffer.alloc(2 ** 26, "x");
    input.push(half);
    input.push(half);
    assert.equal(input.rejects().length, 2 ** 27);
    input.push("\n");
    assert.throws(() => input.rejects(), { message: "too many bad lines to keep them; the command camel-cards has --rejects" });
    assert.equal(input.badCount, 1);
    input.free();
});

test("tallies have the same bytes as everywhere", () => {
    for (const name of listed("tallies/", ".txt")) {
        const bytes = bytesOf(`${name}.tally`);
        const input = bytesOf(`${name}.txt`);
        assert.deepEqual(Tally.read(input).toBytes(), bytes, name);
        assert.deepEqual(readInChunks(input, 7).toBytes(), bytes, name);
        const tally = Tally.fromBytes(bytes);
        assert.deepEqual(tally.toBytes(), bytes, name);
        for (const ties of ["ordinal", "min", "max", "dense"]) {
            assert.deepEqual(tally.score(ties), score(input, ties), `${name} ${ties}`);
        }
    }
});

test("what is no tally is told in the same words as everywhere", () => {
    for (const name of listed("tallies/", ".error")) {
        const message = textOf(`${name}.error`).trimEnd();
        assert.throws(() => Tally.fromBytes(bytesOf(`${name}.tally`)), { message }, name);
    }
});

test("tallies of parts merge to that of the whole, and entries add up to it", () => {
    const lines = generate("ties", 3n, 300).match(/.*\n/g);
    const whole = Tally.read(lines.join(""));
    const [merged, added] = [new Tally(), new Tally()];
    for (let at = 0; at < lines.length; at += 17) {
        merged.merge(Tally.read(lines.slice(at, at + 17).join("")));
    }
    for (const line of lines) {
        const [hand, bid] = line.split(" ");
        added.add(hand, BigInt(bid));
    }
    assert.deepEqual(merged.toBytes(), whole.toBytes());
    assert.deepEqual(added.toBytes(), whole.toBytes());
});

test("the separating input tells all mistakes apart", () => {
    const input = textOf("separating/separating.txt");
    assert.equal(totals(score(input)), textOf("separating/separating.answers"));
    const rows = textOf("separating/totals.tsv").split("\n").map((row) => row.split("\t"));
    // No total is negative that a person can have tried, and the input has no byte-order mark (S11). Some are enough: all
    // take a minute.
    const some = rows.filter(([, id, total], i) => /^\d+$/.test(total) && id !== "S11" && i % 16 === 1);
    assert.ok(some.length > 14);
    for (const [rules, id, total] of some) {
        const [{ verdict, findings }] = diagnose(input, [{ answer: BigInt(total) }], rules);
        if (id === "right") {
            assert.equal(verdict, "right");
        } else {
            assert.deepEqual(findings[0].mistakes, [id], `${rules} ${id}`);
        }
    }
});

test("the coach reads orders", () => {
    const hands = textOf("coach/hands.txt");
    assert.equal(generate("puzzle", 7n), hands);
    const jack = diagnoseOrder(hands, textOf("coach/order-j1.txt"), "joker");
    assert.equal(jack.verdict, "wrong");
    assert.deepEqual(jack.findings[0].mistakes, ["J1"]);
    const short = diagnoseOrder(textOf("cases/example.txt"), textOf("coach/order-short.txt"));
    const { missing, added, repeated } = short;
    assert.deepEqual({ missing, added, repeated }, {
        missing: ["QQQJA 483"],
        added: ["22222"],
        repeated: ["KTJJT"],
    });
});

test("files without entries have totals of 0", async () => {
    for (const name of ["empty.txt", "blank.txt"]) {
        const nothing = { entries: 0, tied: 0, winnings: { standard: 0n, joker: 0n } };
        assert.deepEqual(score(bytesOf(name)), nothing);
        for await (const [how, input] of readings(bytesOf(name))) {
            assert.deepEqual(input.score(), nothing, `${name} ${how}`);
        }
    }
});

test("bids up to 2^64 - 1 and totals past 2^64 are exact", () => {
    const bid = 2n ** 64n - 1n;
    const hands = 1000n;
    const lines = generate("puzzle", 5n, Number(hands)).replace(/ \d+$/gm, ` ${bid}`);
    const total = (bid * hands * (hands + 1n)) / 2n;
    assert.ok(total > 2n ** 64n);
    const winnings = { standard: total, joker: total };
    assert.deepEqual(score(lines).winnings, winnings);
    assert.deepEqual(readInChunks(Buffer.from(lines), 4096).score().winnings, winnings);
    assert.throws(() => score(`32T3K ${bid + 1n}`), /^BadLinesError: .*larger than 18446744073709551615$/);
    assert.throws(() => new Tally().add("32T3K", bid + 1n), /2n \*\* 64n - 1n/);
});

test("what is no gzip is told", async () => {
    const bytes = gzipSync(bytesOf("cases/example.txt"));
    const wrong = /^Error: this is a gzip file that cannot be unpacked: /;
    const changed = bytes.with(bytes.length - 5, bytes[bytes.length - 5] ^ 1);
    for (const bad of [bytes.subarray(0, -1), changed, Buffer.concat([bytes, Buffer.from("x")])]) {
        await assert.rejects(readUnpacked(inChunks(bad, 7)), wrong);
        await assert.rejects(readUnpacked([bad]), wrong);
    }
    assert.throws(() => score(bytes), /^Error: this is a gzip file: unpack it first, with unpacked\(\)$/);
    assert.throws(() => new Input().push(bytes), /unpacked\(\)/);
    assert.throws(() => score(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd])), /zstd/);
});

test("who stops early ends the source, and what that throws is passed on", async () => {
    const bytes = gzipSync(generate("uniform", 1n, 200_000));
    await new Promise(async (ended) => {
        async function* chunks() {
            try {
                yield* inChunks(bytes, 4096);
                assert.fail("all was read");
            } finally {
                ended();
            }
        }
        for await (const chunk of unpacked(chunks())) if (chunk.length) break;
    });
    for (const begin of [[], [bytes.subarray(0, 9000)], [Buffer.from("32T3K 765\n")]]) {
        const broken = (async function* () {
            yield* begin;
            throw new RangeError("gone");
        })();
        await assert.rejects(readUnpacked(broken), RangeError);
    }
});

test("arguments of the wrong kind are errors that say what was found", () => {
    const input = "32T3K 765\n";
    const wrong = [
        [() => explain("KTJJT", 2), "expected rules, standard or joker, found 2"],
        [() => explain(22222, "joker"), "expected a hand of five labels, found 22222"],
        [() => explain("KTJJT"), "expected rules, standard or joker, found nothing"],
        [() => score(input, { ties: "min" }), "expected ties, one of ordinal, min, max, dense, found a value of type object"],
        [() => score(5), "expected an input as a string or a Uint8Array, found 5"],
        [() => compare("KK677", "KK67", "joker"), "hand 'KK67', column 1: expected a hand of 5 cards, found 4"],
        [() => rank(input, "standard", "min", 7), "expected an order, found 7"],
        [() => diagnose(input, 6640n), "expected answers as an array, found a value of type bigint"],
        [() => diagnose(input, [6640n]), /expected \{ answer, told\?, rules\? \}/],
        [() => diagnoseOrder(input, ["32T3K"]), "expected an order as a string, found a value of type object"],
        [() => handOfStrength(2 ** 32 + 1, "joker"), /a whole number from 0 to 4294967295, found 4294967297/],
        [() => handOfStrength(1.5, "joker"), /found 1.5/],
        [() => generate("uniform", 1n, -5), /a whole number from 0 to 10000000, found -5/],
        [() => generate("uniform", 2n ** 64n), /BigInt from 0n to 2n/],
        [() => new Input("many"), /how many entries to list.*found 'many'/],
        [() => new Input().push(5), /expected an input/],
        [() => new Input().score(), "the input has not ended: call finish() first"],
        [() => { const ended = new Input(); ended.finish(); ended.push(input); }, "the input has ended: nothing can follow finish()"],
    ];
    for (let round = 0; round < 200; round++) {
        for (const [attempt, message] of wrong) assert.throws(attempt, { message });
        assert.equal(score(input).winnings.joker, 765n);
    }
});
