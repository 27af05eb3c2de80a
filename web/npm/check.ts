import { Judge } from "./pkg/camel_cards_wasm.js";
import type { Answer, NotRightError, check as Check } from "./types";

export const check: typeof Check = async (solve, { rules, seed, strict = false } = {}) => {
    const judge = new Judge(solve.name, strict, rules, seed);
    try {
        await judged(judge, solve);
    } finally {
        judge.free();
    }
};

async function judged(judge: Judge, solve: Parameters<typeof Check>[0]): Promise<void> {
    const thrown = new Map<string, unknown>();
    const run = async (input: string) => {
        thrown.delete(input);
        try {
            return { printed: printed(await solve(input)) };
        } catch (error) {
            thrown.set(input, error);
            return failure(error);
        }
    };
    for (let batch; (batch = judge.nextBatch()); ) {
        const runs = [];
        // One at a time: it may not be made for more.
        for (const input of batch) runs.push(await run(input));
        judge.take(runs);
    }
    const verdict = judge.verdict()!;
    if (verdict.verdict !== "right") {
        const input = verdict.input ?? "";
        const cause = thrown.has(input) ? { cause: thrown.get(input) } : {};
        const name = "NotRightError" as const;
        throw Object.assign(new Error(judge.text(), cause), { name, verdict }) satisfies NotRightError;
    }
}

/** What a program would print. */
function printed(answer: Answer): string {
    const isPair = Array.isArray(answer) && answer.length === 2;
    return isPair ? `Part 1: ${answer[0]}\nPart 2: ${answer[1]}` : String(answer);
}

/** How a run failed, and what is said of it: of anything that is thrown, even of what no text can be made of. */
function failure(error: unknown): { failed: string; said?: string } {
    try {
        return { failed: `threw ${Object(error).name ?? typeof error}`, said: String(error) };
    } catch {
        return { failed: `threw ${typeof error}` };
    }
}
