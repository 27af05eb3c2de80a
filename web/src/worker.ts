// The engine's own thread: it reads, counts and searches, and the page stays live.

import * as engine from "../pkg/camel_cards_wasm.js";
import {
    compare, explain, generate, handOfStrength, initSync, Input,
    type BadLine, type HandType, type Rules, type Score, type Ties, type Tried,
} from "../pkg/camel_cards_wasm.js";
import wasm from "../pkg/camel_cards_wasm_bg.wasm";

/** Of more entries than this only the tally is kept: a table takes some 40 bytes each. */
const LISTED_MAX = 1 << 24;
/** How much of a file is read at a time: some 20 ms of work, so that a cancel is soon heard. */
const PIECE_BYTES = 1 << 22;
/** A file longer than this has more entries than a table, so none is begun. */
const LISTED_BYTES = LISTED_MAX * 24;

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

/** A type's strengths among all hands. */
export interface Band {
    type: HandType;
    from: number;
    to: number;
}

initSync({ module: wasm });
let input = new Input(LISTED_MAX);
let listed = true;
/** Which reading goes on: another one, or a cancel, ends it. */
let reading = 0;
const bands: Partial<Record<Rules, Band[]>> = {};

const methods = {
    /** Reads a text or a file; `undefined` if it was cancelled. */
    async read(source: string | Blob, progress: (bytes: number) => void): Promise<Read | undefined> {
        const mine = ++reading;
        const blob = typeof source === "string" ? new Blob([source]) : source;
        listed = blob.size <= LISTED_BYTES;
        const next = new Input(listed ? LISTED_MAX : 0);
        let told = performance.now();
        try {
            const piece = (at: number) => blob.slice(at, at + PIECE_BYTES).arrayBuffer();
            let ahead = piece(0);
            for (let at = 0; at < blob.size; at += PIECE_BYTES) {
                // The browser fetches the next piece while this one is read.
                const bytes = await ahead;
                ahead = piece(at + PIECE_BYTES);
                if (mine !== reading) {
                    next.free();
                    return undefined;
                }
                next.push(new Uint8Array(bytes));
                if (performance.now() - told > 50) {
                    told = performance.now();
                    progress(Math.min(at + PIECE_BYTES, blob.size));
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
        const { bytes, gzipped, badCount } = input;
        listed = input.listed;
        return { score: input.score(), bytes, gzipped, badCount, badLines: input.badLines(), listed };
    },
    cancel() {
        reading += 1;
    },
    score: (ties: Ties) => input.score(ties),
    stats: () => input.stats(),
    rejects: () => input.rejects(),
    tally: () => input.toBytes(),
    table: (ties: Ties) => input.makeTable(ties),
    select: (order: Order, descending: boolean, pattern: string, type: HandType | null, rules: Rules) =>
        input.selectRows(order, descending, pattern, type, rules),
    rows: (from: number, to: number) => input.rows(from, to),
    find: (place: number) => input.findRow(place),
    csv: (from: number, to: number, rules: Rules) => input.csv(from, to, rules),
    diagnose: (tried: Tried[], rules?: Rules) => input.diagnose(tried, rules),
    order: (order: string, rules?: Rules) => input.diagnoseOrder(order, rules),
    explain: (hand: string, rules: Rules) => explain(hand, rules),
    compare: (a: string, b: string, rules: Rules) => compare(a, b, rules),
    hand: (strength: number, rules: Rules) => handOfStrength(strength, rules),
    generate: (shape: "puzzle" | "edges", seed: bigint, hands?: number) => generate(shape, seed, hands),
    bands: (rules: Rules) => (bands[rules] ??= findBands(rules)),
    /** Panics, which no type of the engine's tells of. */
    fail: (message: string) => (engine as unknown as { fail(message: string): never }).fail(message),
};

export type Methods = typeof methods;
export type Method = keyof Methods;

function findBands(rules: Rules): Band[] {
    const typeOf = (strength: number) => explain(handOfStrength(strength, rules)!, rules).type;
    const { hands } = explain("AAAAA", rules);
    const found: Band[] = [];
    for (let from = 1; from <= hands;) {
        const type = typeOf(from);
        // The last strength of the type, by halving.
        let [to, beyond] = [from, hands + 1];
        while (beyond - to > 1) {
            const middle = (to + beyond) >> 1;
            if (typeOf(middle) === type) to = middle;
            else beyond = middle;
        }
        found.push({ type, from, to });
        from = beyond;
    }
    return found;
}

function isPanic(error: unknown): boolean {
    return error instanceof WebAssembly.RuntimeError || (error as Error)?.name === "Panic";
}

self.onmessage = async ({ data: { id, method, args } }) => {
    try {
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

// A page that was opened as a file has no locks.
hold(self.name).catch(() => {});
