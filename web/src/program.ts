// A program in files, and runs of it in workers: a new one for each run of JavaScript, the same ones for all runs of Python.

import runner from "virtual:runner";
import { located } from "./located";
import { unpackedPart } from "./unpack";
import type { Message } from "./run";
import type { Judge } from "../pkg/camel_cards_wasm.js";

/** Texts by file name, and the one that is run. */
export type Source = Omit<Message, "input">;
export type Run = Parameters<Judge["take"]>[0][number];
type Said = Run & { isBroken?: boolean; unreadable?: string };

/** What runs a program in one language. */
export interface Language {
    start(): Worker;
    /** What it means that a worker did not start. */
    failure(event: ErrorEvent): Error;
    /** Workers that are ready for any program; none where each run has one of its own. */
    idle?: Worker[];
}

const DECLARED = /^(?:async\s+)?(?:function\s+|const\s+|let\s+|var\s+)([\w$]+)/gm;
/** Each takes some 60 MB. */
const PYTHONS_MAX = 2;

const unreadable = (language: string, why: string) => new Error(`This cannot be read as ${language}: ${why}.`);
// Half of a pair of UTF-16, which no address can hold, is no text.
const address = (script: string) => `data:text/javascript;charset=utf-8,${encodeURIComponent(script.replace(/\p{Cs}/gu, "\ufffd"))}`;

/** Its workers are the program, at a `data:` address: they inherit the page's policy, and have no origin. */
export async function javaScript({ files, main }: Source, compile: (name: string, text: string) => Promise<string>): Promise<Language> {
    const as = "JavaScript or TypeScript";
    // The runner is strict; behind an empty statement that does not make the program so.
    let script = `;${runner.trimEnd()}\nself.files = {};`;
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
        failure({ message, lineno }) {
            const why = message?.replace(/^Uncaught /, "") ?? "this browser does not start it";
            return unreadable(as, `${located(places, lineno ?? 0) ?? "line 1"}, ${why}`);
        },
    };
}

let started: Promise<Language> | undefined;

/** Whether this page has Python in it. */
export const hasPython = () => "python" in document.documentElement.dataset;

/** Its workers hold CPython, which is in the page. */
export function python(): Promise<Language> {
    return (started ??= (async () => {
        if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
        const [script, wasm, library] = ["worker", "wasm", "library"].map((name) => document.querySelector(`#python-${name}`)?.textContent ?? "");
        const url = address(await unpackedPart(script, "text/javascript").text());
        return {
            idle: [],
            start() {
                const worker = new Worker(url, { type: "module" });
                worker.postMessage({ wasm, library });
                return worker;
            },
            failure: ({ message }) => new Error(`Python does not start in this browser${message ? `: ${message}` : ""}.`),
        };
    })());
}

export class Program {
    constructor(readonly source: Source, readonly language: Language) {}

    /** Waits until a worker is there to run it. */
    async ready(signal: AbortSignal) {
        const { idle } = this.language;
        if (idle && !idle.length) idle.push(await this.#started(signal));
    }

    /** Runs it on each input, side by side. Throws if it cannot be read as a program, or the signal's reason. */
    async runs(inputs: string[], limit: number, signal: AbortSignal): Promise<Run[]> {
        const runs: Run[] = [];
        const rest = inputs.entries();
        const lane = async () => {
            for (const [i, input] of rest) runs[i] = await this.#run(input, limit, signal);
        };
        const lanes = navigator.hardwareConcurrency || 2;
        await Promise.all(Array.from({ length: this.language.idle ? Math.min(lanes, PYTHONS_MAX) : lanes }, lane));
        return runs;
    }

    async #run(input: string, limit: number, signal: AbortSignal): Promise<Run> {
        const { idle } = this.language;
        const worker = idle?.pop() ?? (await this.#started(signal));
        let again = false;
        try {
            const began = performance.now();
            worker.postMessage({ ...this.source, input });
            const { isBroken, unreadable: why, ...run } = await this.#heard(worker, signal, limit);
            again = !isBroken && !run.timedOut;
            if (why) throw unreadable("Python", why);
            return { ...run, milliseconds: performance.now() - began };
        } finally {
            if (again && idle) idle.push(worker);
            else worker.terminate();
        }
    }

    async #started(signal: AbortSignal): Promise<Worker> {
        signal.throwIfAborted();
        const worker = this.language.start();
        // It says that it is ready.
        await this.#heard(worker, signal).catch((error) => {
            worker.terminate();
            throw error;
        });
        return worker;
    }

    /** What a worker says next, or that it said nothing in time. */
    #heard(worker: Worker, signal: AbortSignal, limit?: number): Promise<Said> {
        let [stop, timer] = [() => {}, 0];
        return new Promise<Said>((resolve, reject) => {
            if (limit) timer = setTimeout(() => resolve({ timedOut: true }), limit);
            signal.addEventListener("abort", (stop = () => reject(signal.reason)));
            worker.onmessage = ({ data }) => resolve(data);
            // What fails while it runs is a message: only what does not start comes here.
            worker.onerror = (event) => {
                event.preventDefault();
                reject(this.language.failure(event));
            };
        }).finally(() => {
            clearTimeout(timer);
            signal.removeEventListener("abort", stop);
        });
    }
}
