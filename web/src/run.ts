// One run of somebody's program in its worker, and what the page hears of it: the same for every language.

/** A program, and the input of this run. */
export interface Message {
    files: Record<string, string>;
    main: string;
    input: string;
}

/** More than any program for the puzzle prints. */
const CHARS_MAX = 1 << 20;
const PATIENCE_MS = 250;

/** Functions that are for one part, and those that are for the whole puzzle. */
const PART = /(part|solve|star|day_?0?7|puzzle|answer|solution|^p)_?(1|2|one|two|a|b)$/i;
const MAIN = /^(solve|solution|main|run|default|day_?0?7)/i;

/** Where a line of a worker's script is in the program: behind the name of a file that is not the one that is run, the last. */
export function located(places: [name: string, linesBefore: number][], line: number): string | undefined {
    const i = places.findLastIndex(([, before]) => before < line);
    return i < 0 ? undefined : `${i < places.length - 1 ? `${places[i][0]}, ` : ""}line ${line - places[i][1]}`;
}

const fresh = () => ({
    out: "", said: "",
    /** Whether it has asked for the input: what does not is a function that is to be called with it. */
    isRead: false, returned: false, isOver: false, failed: undefined as string | undefined,
    /** Whether another run in this worker would fail, too; and where and why it is no program. */
    isBroken: false, unreadable: undefined as string | undefined,
});
export const state = fresh();

export const write = (text: unknown) => void (state.out.length < CHARS_MAX && (state.out += text));
export const complain = (text: unknown) => void (state.said.length < CHARS_MAX && (state.said += text));
const later = setTimeout;
const sleep = (milliseconds: number) => new Promise((done) => later(done, milliseconds));

export function finish() {
    const { out, ...rest } = state;
    if (!state.isOver) self.postMessage({ printed: out, ...rest });
    state.isOver = true;
}

/** Calls the functions that give the answers, by what they are called: with the text, and if that gives no number, with its lines. */
export async function callSolutions(names: string[], call: (name: string, isLines: boolean) => Promise<string>) {
    const parts = names.filter((name) => PART.test(name));
    for (const name of parts.length ? parts : names.filter((name) => MAIN.test(name)).concat(names.slice(-1)).slice(0, 1)) {
        const part = PART.test(name) ? `Part ${/(1|one|a)$/i.test(name) ? 1 : 2}: ` : "";
        const [kept, before] = [state.returned ? state.out : "", state.out.length];
        const ended = async (isLines: boolean) => (await Promise.allSettled([call(name, isLines)]))[0];
        const isAnswer = (end: PromiseSettledResult<string>) => state.out.length > before || ("value" in end && /\d/.test(end.value));
        const first = await ended(false);
        const second = isAnswer(first) ? first : await ended(true);
        const best = isAnswer(second) ? second : first;
        if ("reason" in best) throw best.reason;
        // What it prints besides is not its answer.
        if (best.value) [state.out, state.returned] = [`${kept}${part}${best.value}\n`, true];
    }
}

/** Runs `start` on each input that the page sends. */
export function serve(start: (message: Message) => Promise<void>, fail: (error: unknown) => void) {
    self.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
        const sentence = `The page blocked a request to ${blockedURI}.\n`;
        if (!state.said.includes(sentence)) complain(sentence);
    });
    self.onmessage = async ({ data }) => {
        Object.assign(state, fresh());
        // A request that is refused takes a moment.
        await start(data).then(() => state.out || sleep(PATIENCE_MS), async (error) => {
            fail(error);
            await sleep(0);
        });
        finish();
    };
    self.postMessage({ ready: true });
}
