// The engine's own thread: it reads, counts and searches, and the page stays live.

import {
    compare, explain, generate, handOfStrength, initSync, Input, Judge, Page,
    type BadLine, type HandType, type Report, type Rules, type Score, type Ties, type Tried, type VerdictRecord,
} from "../pkg/camel_cards_wasm.js";
import { compile } from "./compile";
import type { Run } from "./program";
import { isGzip, unpacked, unpackedPart } from "./unpack";

/** Of more entries than this only the tally is kept: a table takes some 40 bytes each. */
const LISTED_MAX = 1 << 24;
/** How much of a file is read at a time: some 20 ms of work, so that a cancel is soon heard. */
const CHUNK_BYTES = 1 << 22;
/** Of a packed one less: it may unpack to a thousand times as much, which is kept until it is read. */
const PACKED_BYTES = 1 << 16;
/** How long the thread may work before it hears what else there is. */
const TURN_MS = 50;

/** What there is to say of an input that has been read. */
export interface Read {
    score: Score;
    bytes: number;
    gzipped: boolean;
    badCount: number;
    badLines: BadLine[];
    /** Whether all entries are there, for a table or the coach. */
    listed: boolean;
}

export type Order = "input" | "standard" | "joker" | "change" | "bid";

/** What the judge wants next: runs on inputs, or nothing, for it has a verdict. */
export type Judging = { batch: NonNullable<ReturnType<Judge["nextBatch"]>> } | { verdict: VerdictRecord; report: Report };

let input: Input;
const started = unpackedPart(__ENGINE__, "application/wasm").arrayBuffer().then((module) => {
    initSync({ module });
    input = new Input(LISTED_MAX);
    input.finish();
});
/** Which reading goes on: another one, or a cancel, ends it. */
let reading = 0;
let judge: Judge | undefined;

const methods = {
    /** Reads a text or a file; `undefined` if it was cancelled. */
    async read(from: string | Blob, progress: (bytes: number) => void): Promise<Read | undefined> {
        const mine = ++reading;
        const blob = typeof from === "string" ? new Blob([from]) : from;
        const packed = new Chunks(blob);
        const next = new Input(LISTED_MAX);
        let heard = performance.now();
        try {
            for await (const chunk of unpacked(packed.chunks())) {
                next.push(chunk);
                if (performance.now() - heard > TURN_MS) {
                    progress(packed.at);
                    // What is there already is no wait, and no message would be heard.
                    await new Promise((turn) => setTimeout(turn));
                    heard = performance.now();
                }
                if (mine !== reading) {
                    next.free();
                    return undefined;
                }
            }
            next.finish();
        } catch (error) {
            // After a panic it is not to be touched.
            if (!isPanic(error)) next.free();
            throw error;
        }
        input.free();
        input = next;
        const { bytes, badCount, listed } = input;
        return { score: input.score(), bytes, gzipped: packed.isGzip, badCount, badLines: input.badLines(), listed };
    },
    cancel: () => void (reading += 1),
    score: (ties: Ties) => input.score(ties),
    stats: () => input.stats(),
    /** The bad lines, as they are. */
    rejects: () => new Blob([input.rejects() as Uint8Array<ArrayBuffer>]),
    table: (ties: Ties) => input.makeTable(ties),
    select: (order: Order, descending: boolean, pattern: string, type: HandType | null, rules: Rules) =>
        input.selectRows(order, descending, pattern, type, rules),
    rows: (from: number, to: number) => input.rows(from, to),
    csv: (from: number, to: number, rules: Rules) => input.csv(from, to, rules),
    diagnose: (tried: Tried[], rules?: Rules) => Page.answers(input, tried, rules),
    order: (order: string, rules?: Rules) => Page.order(input, order, rules),
    explain: (hand: string, rules: Rules) => explain(hand, rules),
    compare: (a: string, b: string, rules: Rules) => compare(a, b, rules),
    hand: (strength: number, rules: Rules) => handOfStrength(strength, rules),
    compile,
    /** Begins to judge a program, whose name may tell which part it is. */
    judge(name: string, rules?: Rules): Judging {
        judge?.free();
        judge = new Judge(name, false, rules);
        return judging(judge);
    },
    /** Takes the runs on the last inputs. */
    judged(runs: Run[]): Judging {
        judge!.take(runs);
        return judging(judge!);
    },
    generate: (shape: "puzzle" | "separating", seed: bigint, hands?: number) => generate(shape, seed, hands),
    fail: (message: string) => Page.fail(message),
};

function judging(judge: Judge): Judging {
    const batch = judge.nextBatch();
    return batch ? { batch } : { verdict: judge.verdict()!, report: judge.report()! };
}

/** A file read chunk by chunk, and how far. */
class Chunks {
    at = 0;
    isGzip = false;

    constructor(readonly blob: Blob) {}

    async *chunks(): AsyncGenerator<Uint8Array> {
        const chunk = (at: number, size: number) => this.blob.slice(at, at + size).arrayBuffer();
        let ahead = chunk(0, PACKED_BYTES);
        let size = 0;
        while (this.at < this.blob.size) {
            const bytes = new Uint8Array(await ahead);
            if (this.at === 0) {
                this.isGzip = isGzip(bytes);
                size = this.isGzip ? PACKED_BYTES : CHUNK_BYTES;
            }
            this.at += bytes.length;
            // The browser fetches the next chunk while this one is read.
            ahead = chunk(this.at, size);
            yield bytes;
        }
    }
}

export type Methods = typeof methods;
export type Method = keyof Methods;

function isPanic(error: unknown): boolean {
    return error instanceof WebAssembly.RuntimeError || (error as Error)?.name === "Panic";
}

self.onmessage = async ({ data: { id, method, args } }) => {
    try {
        await started;
        const call = methods[method as Method] as (...args: unknown[]) => unknown;
        if (method === "read") args.push((bytes: number) => self.postMessage({ id, progress: bytes }));
        self.postMessage({ id, result: await call(...args) });
    } catch (error) {
        const { name, message } = error as Error;
        self.postMessage({ id, error: { message, name: isPanic(error) ? "Panic" : name } });
    }
};

/** Held as long as this thread lives: the page waits for it to learn of its death. */
async function hold(lock: string) {
    await navigator.locks.request(lock, () => {
        self.postMessage({ held: true });
        return new Promise(() => {});
    });
}

// Not every browser has locks for a page that was opened as a file.
hold(self.name).catch(() => {});
