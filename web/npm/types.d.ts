import type { Rules, VerdictRecord } from "../pkg/camel_cards_wasm.js";

/** Total winnings of one part, or of both. */
export type Answer = number | bigint | string | [number | bigint | string, number | bigint | string];

/** How a solution is judged. */
export interface CheckOptions {
    /** The part that it solves. Without it, `check` finds out. */
    rules?: Rules;
    /** The seed of the random inputs; `1n` by default. */
    seed?: bigint;
    /** Whether failures outside the puzzle's format count, such as repeated hands. */
    strict?: boolean;
}

/** Thrown by `check` if a solution is wrong. Its `cause` is what the solution threw on the shown input. */
export interface NotRightError extends Error {
    name: "NotRightError";
    verdict: VerdictRecord;
}

/**
 * Tests a function that takes the text of an input and returns total winnings, or a promise of them, as the
 * command `camel-cards judge` tests a program.
 *
 * An exception is a failure. A function that never ends is not stopped. Throws `NotRightError` with the
 * smallest failing input, and with the mistake if it is known.
 */
export function check(solve: (input: string) => Answer | PromiseLike<Answer>, options?: CheckOptions): Promise<void>;

/**
 * The chunks of an input, unpacked if it is gzip, for `Input`: `for await (const chunk of unpacked(file)) input.push(chunk)`.
 *
 * The runtime unpacks them. Several gzip files in one are read in Node, and refused by browsers. Throws if the
 * input is damaged.
 */
export function unpacked(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void>;
