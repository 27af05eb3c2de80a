// What surrounds a pasted program in its worker: as much of Node, Deno and Bun as the programs in testdata/programs/javascript use.
// A comment at the end of a line names those that need it. Whatever file a program names, it reads the input. One worker runs it once, as a process would.

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
    if (typeof value !== "object" || value === null || value instanceof Error || depth > 4) return String(value); // timers-and-chunks.js
    const inner = (one: unknown) => show(one, depth + 1);
    if (Array.isArray(value)) return `[ ${value.map(inner).join(", ")} ]`; // main-module.js
    return `{ ${Object.entries(value).map(([name, one]) => `${name}: ${inner(one)}`).join(", ")} }`; // readline-events.mjs
}

/** What `console.log` makes of its arguments; the first may be a format (read-file-callback.js). */
function line([first, ...rest]: unknown[]): string {
    const head = typeof first === "string" ? first.replace(/%[sd]/g, (all) => (rest.length ? show(rest.shift()) : all)) : show(first);
    return `${[head, ...rest.map((one) => show(one))].join(" ")}\n`;
}

// deno-main.ts, open-read-lines.mjs, bun-file.ts
for (const name of ["log", "info", "dir", "table"] as const) console[name] = (...all: unknown[]) => write(line(all));
for (const name of ["error", "warn"] as const) console[name] = (...all: unknown[]) => complain(line(all)); // main-module.js, timers-and-chunks.js

/** Standard input, a file, or its lines: as events (stdin-events.js, readline-events.mjs), or to iterate over (readline-for-await.js). */
function stream(event: "data" | "line", pieces: () => string[]) {
    const listeners: [string, Call][] = [];
    const emit = (name: string, ...args: string[]) => listeners.forEach(([on, call]) => on === name && call(...(args as never[])));
    let unread: string | null = null;
    const on = (name: string, call: Call) => {
        const isFlowing = listeners.some(([on]) => on === event || on === "readable");
        listeners.push([name, call]);
        // Once all its listeners are there.
        if ((name === event || name === "readable") && !isFlowing) queueMicrotask(() => {
            unread = pieces().join("");
            emit("readable");
            for (const piece of pieces()) emit(event, piece);
            for (const name of ["end", "close"]) emit(name);
        });
        return source;
    };
    const same = () => source;
    const source = {
        on, once: on, setEncoding: same, resume: same, // stdin-resume.js
        close: same, // readline-promises.mjs
        read() { // timers-and-chunks.js
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
    readFileSync: read, // read-file-sync.js
    existsSync: () => true, // main-module.js
    writeFileSync() {}, // timed-parts.js
    createReadStream: file, // readline-for-await.js
    readFile: (...args: Call[]) => queueMicrotask(() => args.at(-1)!(...([null, read()] as never[]))), // read-file-callback.js
    promises: {
        readFile: async () => read(), // es-main.mjs
        open: async () => ({ readLines: lineStream, close() {} }), // open-read-lines.mjs
    },
};

function exit(status = 0): never {
    if (status) state.failed = `ended with exit status ${status}`;
    finish();
    throw "exit";
}

const process = {
    argv: ["node", "/day7.js", "input.txt"], exit, // main-module.js
    stdin: file(), stdout: { write }, // stdin-events.js
    stderr: { write: complain }, // stdin-resume.js
    cwd: () => "/", // es-main.mjs
    env: {}, // timed-parts.js
    hrtime: Object.assign(([s, ns] = [0, 0]) => [Math.floor(performance.now() / 1000) - s, (performance.now() % 1000) * 1e6 - ns],
        { bigint: () => BigInt(Math.round(performance.now() * 1e6)) }), // timed-parts.js, timers-and-chunks.js
    nextTick: (call: Call, ...args: never[]) => queueMicrotask(() => call(...args)), // timers-and-chunks.js
};

const is = (value: unknown, message = "assertion failed") => {
    if (!value) throw Object.assign(new Error(message), { name: "AssertionError" });
};
const equal = (a: unknown, b: unknown, message = `${show(a)} is not ${show(b)}`) => is(show(a) === show(b), message);
const join = (...parts: string[]) => parts.join("/");
const readline = { createInterface: lineStream };

const MODULES: Record<string, unknown> = {
    fs, path: { join, resolve: join, dirname: String }, // read-file-sync.js, es-main.mjs, import-top-level-await.mjs
    "fs/promises": fs.promises, // import-top-level-await.mjs
    readline, "readline/promises": readline, // readline-for-await.js, readline-promises.mjs
    process, events: { once: ({ on }: { on(name: string, call: Call): void }, name: string) => new Promise((done) => on(name, done)) }, // readline-events.mjs
    url: { fileURLToPath: (url: URL) => String(url).replace("file://", ""), pathToFileURL: (path: string) => new URL(`file://${path}`) }, // readline-promises.mjs, es-main.mjs
    assert: Object.assign(is, { equal, strictEqual: equal, deepEqual: equal }), // import-top-level-await.mjs, es-main.mjs
    os: { EOL: "\n" }, perf_hooks: { performance }, // timed-parts.js
};

const loaded: Record<string, Module> = {};
/** A file's name without what an import may leave out (several/). */
const stem = (name: string) => name.replace(/(^|\/)index(\.\w+)?$|\.\w+$/, "").replace(/\/$/, "");

function run(name: string): unknown {
    const module = (loaded[name] = { exports: {} });
    return scope.files[name](Object.assign(requireFor(name), { main: loaded[scope.places.at(-1)![0]] }), module, module.exports); // main-module.js
}

/** What a file of the program may import: parts of Node, and other files (several/). */
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
    process, Buffer: { concat: (chunks: string[]) => chunks.join("") }, // stdin-events.js
    __dirname: "/", __filename: "/day7.js", // read-file-sync.js, timed-parts.js
    importMeta: { url: "file:///day7.js", main: true }, // es-main.mjs, deno-main.ts
    Deno: { args: [], readTextFile: fs.promises.readFile, readTextFileSync: read }, // deno-and-timers.js, deno-main.ts
    Bun: { file: () => ({ text: fs.promises.readFile }) }, // bun-file.ts
});

// A program has ended when nothing is left that it waits for (deno-and-timers.js, timers-and-chunks.js).
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
