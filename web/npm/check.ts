import { Judge } from "../pkg/camel_cards_wasm.js";
import { failure, printed } from "../src/answer";
import type { NotRightError, check as Check } from "./types";

export const check: typeof Check = async (solve, { rules, seed, strict = false, ...unknown } = {}) => {
    for (const name of Object.keys(unknown)) {
        throw new TypeError(`expected the options rules, seed or strict, found '${name}'; part 2 is rules: "joker"`);
    }
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
            return { printed: printed(await solve(input)), returned: true };
        } catch (error) {
            thrown.set(input, error);
            return failure(error);
        }
    };
    for (let batch; (batch = judge.nextBatch()); ) {
        const runs = [];
        // One at a time: it may not be made for more.
        for (const input of batch[0]) runs.push(await run(input));
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
