// A pasted text as the script of a worker, and runs of it: one worker for each.

import runner from "virtual:runner";
import type { Judge } from "../pkg/camel_cards_wasm.js";

export type Run = Parameters<Judge["take"]>[0][number];

const IMPORT = /^[ \t]*import\s+(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)\s*|(\{[^}]*\})\s*)?(?:from\s*)?(["'][^"'\n]+["'])/gm;
const EXPORTED = /^([ \t]*)export\s+(?=(?:const|let|var|async|function|class)\b)/gm;
/** A function that nothing names: `(input) => …`, `async function (lines) {`. */
const ANONYMOUS = /^((?:\s|\/\/.*\n|\/\*[^]*?\*\/)*)(?=(?:async\b\s*)?(?:function\s*\(|\([^()]*\)\s*=>|[\w$]+\s*=>))/;
const DECLARED = /^(?:async\s+)?(?:function\s+|const\s+|let\s+|var\s+)([\w$]+)/gm;
const TYPES = /^\s*(?:export\s+)?(?:interface\s+\w+|type\s+\w+\s*[=<])|[\w)\]]\??\s*:\s*(?:string|number|bigint|boolean|any|void|unknown|\w+\[\]|(?:Array|Record|Map|Set|Promise)<)|\bimport\s+type\b|\w<(?:string|number)\b/m;

/** A program whose every run is a worker of its own, from a `data:` address: it inherits the page's policy, and has no origin. */
export class Program {
    #url: string;
    #linesBefore: number;
    #text: string;

    constructor(text: string) {
        this.#text = text;
        const isModule = /^[ \t]*(?:import\b(?!\s*\()|export\b)/m.test(text);
        const code = text
            .replace(/^#!.*/, "")
            .replace(IMPORT, (_, name, all, some, from) => {
                const taken = [name, all, some?.replace(/\bas\b/g, ":")].filter(Boolean);
                return taken.map((one) => `const ${one} = require(${from});`).join(" ") || `require(${from});`;
            })
            .replace(EXPORTED, "$1")
            .replace(/^([ \t]*)export\s+default\b/gm, "$1module.exports.default =")
            .replace(/^[ \t]*export\s*\{[^}]*\}/gm, "")
            .replace(/\bimport\.meta\b/g, "importMeta")
            .replace(ANONYMOUS, "$1module.exports = ");
        const names = new Set([...code.matchAll(DECLARED)].map(([, name]) => name));
        const declared = [...names].map((name) => `${name}: typeof ${name} === "function" && ${name}`);
        // The runner is strict; behind an empty statement that does not make the pasted text so.
        const before = `;${runner.trimEnd()}\nself.program = async () => {${isModule ? '"use strict";' : ""}\n`;
        this.#linesBefore = before.split("\n").length - 1;
        const script = `${before}${code}\n;return { ${declared} } };\nself.linesBefore = ${this.#linesBefore};\n//# sourceURL=day7.js`;
        // Half of a pair of UTF-16, which no address can hold, is no text.
        this.#url = `data:text/javascript;charset=utf-8,${encodeURIComponent(script.replace(/\p{Cs}/gu, "\ufffd"))}`;
    }

    /** Runs it on each input, side by side. Throws if it cannot be read as JavaScript, or the signal's reason. */
    async runs(inputs: string[], limit: number, signal: AbortSignal): Promise<Run[]> {
        const runs: Run[] = [];
        const rest = inputs.entries();
        const lane = async () => {
            for (const [i, input] of rest) runs[i] = await this.#run(input, limit, signal);
        };
        await Promise.all(Array.from({ length: navigator.hardwareConcurrency || 2 }, lane));
        return runs;
    }

    #run(input: string, limit: number, signal: AbortSignal): Promise<Run> {
        signal.throwIfAborted();
        const worker = new Worker(this.#url);
        const began = performance.now();
        let stop = () => {};
        const run = new Promise<Run>((resolve, reject) => {
            const end = (run: Run) => resolve({ ...run, milliseconds: performance.now() - began });
            const timer = setTimeout(() => end({ timedOut: true }), limit);
            stop = () => {
                clearTimeout(timer);
                reject(signal.reason);
            };
            signal.addEventListener("abort", stop);
            worker.onmessage = ({ data }) => end(data);
            // What fails while it runs is a message: only a script that cannot be read comes here.
            worker.onerror = (event) => {
                event.preventDefault();
                reject(this.#unreadable(event));
            };
            worker.postMessage(input);
        });
        return run.finally(() => {
            worker.terminate();
            stop();
            signal.removeEventListener("abort", stop);
        });
    }

    #unreadable({ message, lineno }: ErrorEvent): Error {
        const why = message?.replace(/^Uncaught /, "") ?? "this browser does not start it";
        // At the end of the text, what is missing is found missing behind it.
        const line = Math.max(1, Math.min((lineno ?? 1) - this.#linesBefore, this.#text.trimEnd().split("\n").length));
        return new Error(TYPES.test(this.#text)
            ? `This looks like TypeScript (line ${line}: ${why}). Only JavaScript runs here: leave out the types, or paste what your compiler makes of it.`
            : `This cannot be read as JavaScript: line ${line}, ${why}. For another language, use the part below.`);
    }
}
