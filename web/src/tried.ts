// Wrong answers as somebody has them: numbers, lines of the puzzle's site, or what aocd keeps of it.

import type { Rules, Tried } from "../pkg/camel_cards_wasm.js";

/** An answer, and its part if that is known. */
export type Posted = Tried & { rules?: Rules };

const NUMBER = /\d{1,3}(?:[,_]\d{3})+(?!\d)|\d+/g;
/** A number shorter than this is no total of an input as the puzzle gives it, if there are longer ones. */
const DIGITS = 5;

const toldBy = (text: string) => ({ low: "too low" as const, high: "too high" as const })[/\b(low|high)\b/i.exec(text)?.[1].toLowerCase() ?? ""];

/** Whether a file is what aocd keeps of sent answers. */
export const isPosts = (name = "") => /post\.json$/.test(name);

/** The wrong answers in a text, in its order. */
export function answersIn(text: string): Posted[] {
    if (/^\s*\[/.test(text)) {
        const posts = JSON.parse(text) as { part: string; value: string; message: string }[];
        return posts.flatMap(({ part, value, message }) =>
            /^\d+$/.test(value) && /not the right answer|too (low|high)/.test(message)
                ? [{ answer: BigInt(value), told: toldBy(message), rules: part === "a" ? "standard" : "joker" }] : []);
    }
    // The site ends what it says of an answer with that; else each line is about its own numbers.
    const guesses = text.match(/[^]*?You guessed\s+[\d,_]+/g);
    const found = (guesses ?? text.split("\n")).flatMap((piece) => {
        const numbers = [...piece.matchAll(NUMBER)].map(([number]) => number.replace(/[,_]/g, ""));
        return (guesses ? numbers.slice(-1) : numbers).map((number) => ({ number, told: toldBy(piece) }));
    });
    const longest = Math.max(...found.map(({ number }) => number.length));
    return found.filter(({ number }) => number.length >= Math.min(DIGITS, longest)).map(({ number, told }) => ({ answer: BigInt(number), told }));
}
