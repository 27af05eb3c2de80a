// What a function of somebody's gave, as a run that the judge reads; for the page and the npm package.

/** What a program would print for a returned value. */
export function printed(answer: unknown): string {
    if (Array.isArray(answer) && answer.length === 2) return `Part 1: ${answer[0]}\nPart 2: ${answer[1]}`;
    const text = String(answer);
    // An object says of each number which it is.
    return text === "[object Object]" ? Object.entries(answer as object).map(([name, value]) => `${name}: ${value}`).join("\n") : text;
}

/** How a run failed, and what is said of it: of anything that is thrown, even of what no text can be made of. */
export function failure(error: unknown): { failed: string; said?: string } {
    try {
        return { failed: `threw ${Object(error).name ?? typeof error}`, said: String(error) };
    } catch {
        return { failed: `threw ${typeof error}` };
    }
}
