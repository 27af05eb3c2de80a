// What surrounds a pasted program in its worker: as much of Node as programs for this puzzle use.
// Whatever file a program names, it reads the input. One worker runs it once, as a process would.

import { failure, printed } from "./answer";

type Call = (...args: never[]) => unknown;
type Solve = (input: string | string[]) => unknown;

/** More than any program for the puzzle prints. */
const CHARS_MAX = 1 << 20;
const PATIENCE_MS = 250;

/** Functions that are for one part, and those that are for the whole puzzle. */
const PART = /(part|solve|star|day_?0?7|puzzle|answer|solution|^p)_?(1|2|one|two|a|b)$/i;
const MAIN = /^(solve|solution|main|run|default|day_?0?7)/i;

/** What follows this script: the pasted text as a function, and how many lines are before it. */
const scope = self as unknown as { program(): Promise<Record<string, unknown>>; linesBefore: number };
const sleep = (milliseconds: number) => new Promise((done) => later(done, milliseconds));
const [later, clear] = [setTimeout, clearTimeout];

let input = "";
/** Whether it has asked for the input: what does not is a function that is to be called with it. */
let isRead = false;
let [out, said] = ["", ""];
let returned = false;
let failed: string | undefined;

function read(): string {
    isRead = true;
    return input;
}

const lines = (text = read()) => text.replace(/\n$/, "").split(/\r?\n/);

function show(value: unknown, depth = 0): string {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null || depth > 4) return String(value);
    if (Array.isArray(value)) return `[ ${value.map((one) => show(one, depth + 1)).join(", ")} ]`;
    if (value instanceof Error) return String(value);
    return `{ ${Object.entries(value).map(([name, one]) => `${name}: ${show(one, depth + 1)}`).join(", ")} }`;
}

/** What `console.log` makes of its arguments. */
function line([first, ...rest]: unknown[]): string {
    const head = typeof first === "string" ? first.replace(/%[sdifoOj]/g, (all) => (rest.length ? show(rest.shift()) : all)) : show(first);
    return `${[head, ...rest.map((one) => show(one))].join(" ")}\n`;
}

const write = (text: unknown) => void (out.length < CHARS_MAX && (out += text));
const complain = (text: unknown) => void (said.length < CHARS_MAX && (said += text));
for (const name of ["log", "info", "debug", "dir", "table"] as const) console[name] = (...args: unknown[]) => write(line(args));
for (const name of ["error", "warn", "trace"] as const) console[name] = (...args: unknown[]) => complain(line(args));

/** Standard input, a file, or its lines: as events, or to iterate over. */
function stream(event: "data" | "line", pieces: () => string[]) {
    const listeners: [string, Call][] = [];
    const emit = (name: string, ...args: string[]) => listeners.forEach(([on, call]) => on === name && call(...(args as never[])));
    let isFlowing = false;
    let unread: string | null = null;
    const on = (name: string, call: Call) => {
        listeners.push([name, call]);
        if (["data", "line", "readable"].includes(name) && !isFlowing) {
            isFlowing = true;
            // Once all its listeners are there.
            queueMicrotask(() => {
                unread = pieces().join("");
                emit("readable");
                for (const piece of pieces()) emit(event, piece);
                for (const name of ["end", "close"]) emit(name);
            });
        }
        return source;
    };
    const same = () => source;
    const source = {
        on, once: on, addListener: on, setEncoding: same, resume: same, pause: same, close: same, fd: 0, isTTY: false,
        read() {
            const all = unread;
            unread = null;
            return all;
        },
        async *[Symbol.asyncIterator]() {
            yield* pieces();
        },
    };
    return source;
}

const file = () => stream("data", () => [read()]);
const lineStream = () => stream("line", lines);
const fs = {
    readFileSync: read, existsSync: () => true, writeFileSync: () => {}, createReadStream: file,
    readFile: (...args: Call[]) => queueMicrotask(() => args.at(-1)!(...([null, read()] as never[]))),
    promises: {
        readFile: async () => read(),
        open: async () => ({ readFile: async () => read(), readLines: lineStream, close() {} }),
    },
};

function exit(status = 0): never {
    if (status) failed = `ended with exit status ${status}`;
    finish();
    throw "exit";
}

const process = {
    argv: ["node", "/day7.js", "input.txt"], env: {}, platform: "linux", stdin: file(), exit,
    stdout: { write, isTTY: false, columns: 80 }, stderr: { write: complain },
    on() {}, cwd: () => "/", memoryUsage: () => ({ heapUsed: 0 }), uptime: () => performance.now() / 1000,
    nextTick: (call: Call, ...args: never[]) => queueMicrotask(() => call(...args)),
    hrtime: Object.assign(([s, ns] = [0, 0]) => [Math.floor(performance.now() / 1000) - s, (performance.now() % 1000) * 1e6 - ns],
        { bigint: () => BigInt(Math.round(performance.now() * 1e6)) }),
};

const is = (value: unknown, message?: string) => {
    if (!value) throw Object.assign(new Error(message ?? "assertion failed"), { name: "AssertionError" });
};
const equal = (a: unknown, b: unknown, message?: string) => is(show(a) === show(b), message ?? `${show(a)} is not ${show(b)}`);
const join = (...parts: string[]) => parts.join("/");
const readline = { createInterface: lineStream };

const MODULES: Record<string, unknown> = {
    fs, "fs/promises": fs.promises, readline, "readline/promises": readline, process,
    path: { join, resolve: join, dirname: String, basename: String }, os: { EOL: "\n" },
    url: { fileURLToPath: String }, module: { createRequire: () => require }, perf_hooks: { performance }, util: { inspect: show },
    events: { once: (source: { on(name: string, call: Call): void }, name: string) => new Promise((done) => source.on(name, done)) },
    assert: Object.assign(is, { ok: is, equal, strictEqual: equal, deepEqual: equal, deepStrictEqual: equal }),
};

function require(name: string): unknown {
    const found = MODULES[name.replace(/^node:|\/strict$/g, "")];
    if (!found) throw new Error(`there is no '${name}' here, where only the pasted text runs: paste in what it uses of that`);
    return found;
}

const module = { exports: {} as unknown };
Object.assign(require, { main: module });
Object.assign(scope, {
    global: self, require, module, exports: module.exports, process, importMeta: { url: "/day7.js", dirname: "/", main: true },
    __dirname: "/", __filename: "/day7.js", Deno: { args: [], readTextFile: fs.promises.readFile, readTextFileSync: read },
    Buffer: { concat: (chunks: string[]) => chunks.join(""), from: String }, Bun: { file: () => ({ text: fs.promises.readFile }) },
});

// A program has ended when nothing is left that it waits for.
const timers = new Set<number>();
const start = (call: Call, milliseconds = 0, ...args: never[]): number => {
    const id = later(() => {
        timers.delete(id);
        call(...args);
    }, milliseconds);
    timers.add(id);
    return id;
};
const cancel = (id: number) => {
    timers.delete(id);
    clear(id);
};
Object.assign(scope, { setTimeout: start, clearTimeout: cancel, setImmediate: (call: Call, ...args: never[]) => start(call, 0, ...args) });

async function idle() {
    do await sleep(0);
    while (timers.size);
}

/** The functions that give the answers, by what they are called. */
function solutions(declared: Record<string, unknown>): [string, Solve][] {
    const { exports } = module;
    const named = typeof exports === "function" ? { solve: exports } : { ...declared, ...(exports as object) };
    const all = Object.entries(named).filter((one): one is [string, Solve] => typeof one[1] === "function");
    const parts = all.filter(([name]) => PART.test(name));
    return parts.length ? parts : all.filter(([name]) => MAIN.test(name)).concat(all.slice(-1)).slice(0, 1);
}

/** Calls a function with the text, and if that gives no number, with its lines. */
async function call(solve: Solve): Promise<string> {
    const given = async (form: string | string[]) => {
        try {
            const answer = await solve(form);
            return { text: answer === undefined ? "" : printed(answer) };
        } catch (error) {
            return { error };
        }
    };
    const before = out.length;
    const isAnswer = ({ text }: { text?: string }) => out.length > before || /\d/.test(text ?? "");
    const first = await given(input);
    const second = isAnswer(first) ? first : await given(lines(input));
    const best = isAnswer(second) ? second : first;
    if ("error" in best) throw best.error;
    return best.text!;
}

async function run() {
    const declared = await scope.program();
    await idle();
    if (isRead || out) return;
    for (const [name, solve] of solutions(declared)) {
        const part = PART.test(name) ? `Part ${/(1|one|a)$/i.test(name) ? 1 : 2}: ` : "";
        const before = returned ? out : "";
        const text = await call(solve);
        // What it prints besides is not its answer.
        if (text) [out, returned] = [`${before}${part}${text}\n`, true];
    }
    await idle();
}

function fail(error: unknown) {
    if (error === "exit") return;
    const how = failure(error);
    failed ??= how.failed;
    // Where, in the pasted text: in all browsers a place ends like this.
    const places = [...String((error as Error)?.stack).matchAll(/:(\d+):\d+\)?$/gm)];
    const line = places.map(([, at]) => Number(at) - scope.linesBefore).find((line) => line > 0);
    complain(`${how.said ?? ""}${line ? ` (line ${line})` : ""}\n`);
}

let isOver = false;

function finish() {
    if (!isOver) self.postMessage({ printed: out, returned, said, failed });
    isOver = true;
}

for (const name of ["error", "unhandledrejection"] as const) {
    self.addEventListener(name, (event) => {
        event.preventDefault();
        fail("reason" in event ? event.reason : (event as ErrorEvent).error);
        finish();
    });
}
self.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
    const sentence = `The page lets no request out, such as to ${blockedURI}.\n`;
    if (!said.includes(sentence)) complain(sentence);
});

self.onmessage = async ({ data }) => {
    input = data;
    // A request that is refused takes a moment.
    await run().then(() => out || sleep(PATIENCE_MS), async (error) => {
        fail(error);
        await sleep(0);
    });
    finish();
};
