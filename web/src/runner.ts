// What surrounds a pasted program in its worker: as much of Node as programs for this puzzle use.
// Whatever file a program names, it reads the input. One worker runs it once, as a process would.

import { failure, printed } from "./answer";
import { callSolutions, complain, finish, located, serve, state, write, type Message } from "./run";

type Call = (...args: never[]) => unknown;
type Exports = Record<string, unknown>;
type Module = { exports: unknown };

/** What follows this script: the files of the program as functions, the one that is run, and how many lines are before each. */
const scope = self as unknown as {
    files: Record<string, (require: Call, module: Module, exports: unknown) => unknown>;
    places: [name: string, linesBefore: number][];
};
const [later, clear] = [setTimeout, clearTimeout];

let input = "";

function read(): string {
    state.isRead = true;
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
    if (status) state.failed = `ended with exit status ${status}`;
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
    url: { fileURLToPath: (url: URL) => String(url).replace("file://", ""), pathToFileURL: (path: string) => new URL(`file://${path}`) }, module: { createRequire: () => requireFor("") }, perf_hooks: { performance }, util: { inspect: show },
    events: { once: (source: { on(name: string, call: Call): void }, name: string) => new Promise((done) => source.on(name, done)) },
    assert: Object.assign(is, { ok: is, equal, strictEqual: equal, deepEqual: equal, deepStrictEqual: equal }),
};

const loaded: Record<string, Module> = {};
/** A file's name without what an import may leave out. */
const stem = (name: string) => name.replace(/(^|\/)index(\.\w+)?$|\.\w+$/, "").replace(/\/$/, "");

function run(name: string): unknown {
    const module = (loaded[name] = { exports: {} });
    return scope.files[name](Object.assign(requireFor(name), { main: loaded[scope.places.at(-1)![0]] }), module, module.exports);
}

/** What a file of the program may import: parts of Node, and other files. */
function requireFor(from: string) {
    return function require(name: string): unknown {
        const found = MODULES[name.replace(/^node:|\/strict$/g, "")];
        if (found) return found;
        const path = stem(decodeURI(new URL(name, `file:///${from}`).pathname).slice(1));
        const file = Object.keys(scope.files).find((file) => stem(file) === path);
        if (!file) throw new Error(`there is no '${name}' here: if it is your own file, add it to the program; if it is a package, paste in the parts that you use`);
        if (!loaded[file]) run(file);
        return loaded[file].exports;
    };
}

Object.assign(scope, {
    global: self, process, importMeta: { url: "file:///day7.js", dirname: "/", main: true },
    __dirname: "/", __filename: "/day7.js", Deno: { args: [], readTextFile: fs.promises.readFile, readTextFileSync: read },
    Buffer: { concat: (chunks: string[]) => chunks.join(""), from: String }, Bun: { file: () => ({ text: fs.promises.readFile }) },
});

// A program has ended when nothing is left that it waits for.
const timers = new Set<number>();
const startTimer = (call: Call, milliseconds = 0, ...args: never[]): number => {
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
Object.assign(scope, { setTimeout: startTimer, clearTimeout: cancel, setImmediate: (call: Call, ...args: never[]) => startTimer(call, 0, ...args) });

async function idle() {
    do await new Promise((done) => later(done, 0));
    while (timers.size);
}

async function start({ main, input: text }: Message) {
    input = text;
    const declared = (await run(main)) as Exports;
    await idle();
    if (state.isRead || state.out) return;
    const { exports } = loaded[main];
    const named = typeof exports === "function" ? { solve: exports } : { ...declared, ...(exports as Exports) };
    const names = Object.keys(named).filter((name) => typeof named[name as never] === "function");
    await callSolutions(names, async (name, isLines) => {
        const answer = await (named as Record<string, (input: string | string[]) => unknown>)[name](isLines ? lines(input) : input);
        return answer === undefined ? "" : printed(answer);
    });
    await idle();
}

function fail(error: unknown) {
    if (error === "exit") return;
    const how = failure(error);
    state.failed ??= how.failed;
    // In all browsers a place ends like this.
    const lines = [...String((error as Error)?.stack).matchAll(/:(\d+):\d+\)?$/gm)].map(([, line]) => located(scope.places, Number(line)));
    const place = lines.find((line) => line);
    complain(`${how.said ?? ""}${place ? ` (${place})` : ""}\n`);
}

for (const name of ["error", "unhandledrejection"] as const) {
    self.addEventListener(name, (event) => {
        event.preventDefault();
        fail("reason" in event ? event.reason : (event as ErrorEvent).error);
        finish();
    });
}
serve(start, fail);
