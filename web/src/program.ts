// A program in files, and runs of it in workers: a new one for each run of JavaScript, the same ones for all runs of Python.

import { located, type Message } from "./run";
import { unpackedPart } from "./unpack";
import type { Judge } from "../pkg/camel_cards_wasm.js";

/** Texts by file name, and the one that is run. */
export type Source = Omit<Message, "input">;
export type Run = Parameters<Judge["take"]>[0][number];

/** What runs programs in one language. */
export interface Language {
    start(): Worker;
    /** What it means that a worker did not start. */
    failure(event: ErrorEvent): Error;
    /** Workers that wait for a run of any program; none where each run has its own. */
    idle?: Worker[];
}

const DECLARED = /^(?:async\s+)?(?:function\s+|const\s+|let\s+|var\s+)([\w$]+)/gm;
/** Each takes some 100 MB. */
const PYTHONS = 2;

const unreadable = (language: string, why: string) => new Error(`This cannot be read as ${language}: ${why}.`);
// Half of a pair of UTF-16, which no address can hold, is no text.
const address = (script: string) => `data:text/javascript;charset=utf-8,${encodeURIComponent(script.replace(/\p{Cs}/gu, "\ufffd"))}`;

/** Its workers are the program, at a `data:` address: they inherit the page's policy, and have no origin. */
export async function javaScript({ files, main }: Source, compile: (name: string, text: string) => Promise<string>): Promise<Language> {
    const as = "JavaScript or TypeScript";
    // The runner is strict; behind an empty statement that does not make the program so.
    let script = `;${__RUNNER__.trimEnd()}\nself.files = {};`;
    const places: [string, number][] = [];
    for (const name of [...Object.keys(files).filter((name) => name !== main), main]) {
        const code = await compile(name, files[name]).catch(({ message }) => {
            throw unreadable(as, name === main ? message : `${name}, ${message}`);
        });
        const names = name === main ? new Set([...code.matchAll(DECLARED)].map(([, name]) => name)) : [];
        const declared = [...names].map((name) => `${name}: typeof ${name} === "function" && ${name}`);
        script += `\nself.files[${JSON.stringify(name)}] = ${name === main ? "async " : ""}(require, module, exports) => {\n`;
        places.push([name, script.split("\n").length - 1]);
        script += `${code}\n;return { ${declared} } };`;
    }
    const url = address(`${script}self.places = ${JSON.stringify(places)};\n//# sourceURL=day7.js`);
    return {
        start: () => new Worker(url),
        failure: ({ message, lineno }) => unreadable(as,
            `${located(places, lineno ?? 0) ?? "line 1"}, ${message?.replace(/^Uncaught /, "") ?? "this browser does not start it"}`),
    };
}

/** Whether this page has Python in it. */
export const hasPython = () => "python" in document.documentElement.dataset;

let started: Promise<Language> | undefined;

/** Its workers hold CPython, which is in the page. Resolves when one is ready. */
export function python(): Promise<Language> {
    return (started ??= (async () => {
        if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
        const [script, wasm, library] = ["worker", "wasm", "library"].map((name) => document.querySelector(`#python-${name}`)?.textContent ?? "");
        const url = address(await unpackedPart(script, "text/javascript").text());
        const idle: Worker[] = [];
        const language: Language = {
            idle,
            start() {
                const worker = new Worker(url, { type: "module" });
                worker.postMessage({ wasm, library });
                return worker;
            },
            failure: () => new Error("Python does not start in this browser."),
        };
        const all = Array.from({ length: PYTHONS }, async () => void idle.push(await ready(language, new AbortController().signal)));
        for (const one of all) one.catch(() => {});
        await Promise.race(all);
        return language;
    })());
}

/** Runs a program on each input, side by side. Throws if it cannot be read, or the signal's reason. */
export async function runAll(source: Source, language: Language, inputs: string[], limit: number, signal: AbortSignal): Promise<Run[]> {
    const runs: Run[] = [];
    const rest = inputs.entries();
    const lane = async () => {
        for (const [i, input] of rest) runs[i] = await run({ ...source, input }, language, limit, signal);
    };
    const length = language.idle ? language.idle.length || 1 : navigator.hardwareConcurrency || 2;
    await Promise.all(Array.from({ length }, lane));
    return runs;
}

async function run(message: Message, language: Language, limit: number, signal: AbortSignal): Promise<Run> {
    const worker = language.idle?.pop() ?? (await ready(language, signal));
    const began = performance.now();
    worker.postMessage(message);
    const { isBroken, unreadable: why, ...run } = await heard(worker, language, signal, limit);
    const milliseconds = performance.now() - began;
    if (language.idle && !isBroken && !run.timedOut) language.idle.push(worker);
    else worker.terminate();
    if (why) throw unreadable("Python", why);
    return { ...run, milliseconds };
}

/** A worker that has said that it is ready. */
async function ready(language: Language, signal: AbortSignal): Promise<Worker> {
    signal.throwIfAborted();
    const worker = language.start();
    const { broken } = await heard(worker, language, signal);
    if (broken) throw new Error(`Python does not start (${broken}): load the page again, or use another browser.`);
    return worker;
}

/** What a worker says next, or that it said nothing in time. If it fails or is stopped, it is ended. */
function heard(worker: Worker, { failure }: Language, signal: AbortSignal, limit?: number): Promise<Run & { isBroken?: boolean; broken?: string; unreadable?: string }> {
    let [stop, timer] = [() => {}, 0];
    return new Promise<Run>((resolve, reject) => {
        const fail = (error: unknown) => {
            worker.terminate();
            reject(error);
        };
        if (limit) timer = setTimeout(() => resolve({ timedOut: true }), limit);
        signal.addEventListener("abort", (stop = () => fail(signal.reason)));
        worker.onmessage = ({ data }) => resolve(data);
        // What fails while it runs is a message: only what does not start comes here.
        worker.onerror = (event) => {
            event.preventDefault();
            fail(failure(event));
        };
    }).finally(() => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
    });
}
