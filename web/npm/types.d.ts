import type { Rules, VerdictRecord } from "../pkg/camel_cards_wasm.js";

/** Total winnings of one part, or of both. */
export type Answer = number | bigint | string | [number | bigint | string, number | bigint | string];

/** How a solution is judged. */
export interface CheckOptions {
    /** The part that it solves; its answers tell, unless told. */
    rules?: Rules;
    /** Where the random numbers of the inputs start; `1n` unless told. */
    seed?: bigint;
    /** Whether what fails beyond the puzzle's own inputs counts, such as repeated hands. */
    strict?: boolean;
}

/** What `check` throws for a solution that is not right; its `cause` is what the solution threw on the shown input. */
export interface NotRightError extends Error {
    name: "NotRightError";
    verdict: VerdictRecord;
}

/**
 * Judges a function that takes an input and returns total winnings, or a promise of them, as the
 * command `camel-cards judge` judges a program.
 *
 * It is run on inputs one after another. What it throws is a failure like any other; what does not
 * end is not stopped. Throws `NotRightError` with the smallest input that fails and with the
 * mistake, if it is known.
 */
export function check(solve: (input: string) => Answer | PromiseLike<Answer>, options?: CheckOptions): Promise<void>;

/**
 * The chunks of an input, unpacked if it is gzip, for `Input`: `for await (const chunk of unpacked(file)) input.push(chunk)`.
 *
 * Unpacked by the runtime: several gzip files in one, which browsers refuse, are read in Node alone.
 * Throws if the input is damaged.
 */
export function unpacked(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void>;
