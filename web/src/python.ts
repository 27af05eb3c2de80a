// CPython by Pyodide in a worker, which runs one program after another. It asks nobody for anything: its files come with the page.

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import code from "./python.py";
import { callSolutions, complain, serve, state, write, type Message } from "./run";
import { unpackedPart } from "./unpack";

/** What stands for every file that is not there. */
const INPUT = "/input";
/** What Python itself looks for. */
const OWN = /\.(pyc?|so|zip|cfg|pth)$|^\/(lib|dev|etc|proc|sys|usr)\//;
/** Flags of those who write, create, or open a folder. */
const NOT_READ = 0o200103;

/** How a part of a run ended: what it failed of, what it shows or returned, which functions it leaves. */
type End = Partial<Record<"failed" | "said" | "unreadable" | "shown" | "text", string>> & { names?: string[] };

async function load(wasm: string, library: string) {
    const { fetch } = self;
    // Of what fails while it starts, Pyodide says no more than this.
    console.warn = console.error = (...said) => self.postMessage({ broken: said.join(" ") });
    self.fetch = async (url) => (String(url).endsWith(".wasm") ? unpackedPart(wasm, "application/wasm") : unpackedPart(library, "application/zip"));
    const python = await loadPyodide({ createPyodideModule, lockFileContents: __LOCK__, indexURL: "file:///python/", env: { HOME: "/home/you" } });
    self.fetch = fetch;
    console.warn = console.error = (...said) => complain(`${said.join(" ")}\n`);
    const { FS } = python;
    FS.writeFile(INPUT, "");
    const scope = python.globals.get("dict")();
    python.runPython(code, { globals: scope });
    const text = new TextDecoder();
    const printer = (print: (text: string) => void) => ({ write: (bytes: Uint8Array) => (print(text.decode(bytes)), bytes.length) });
    python.setStdout(printer(write));
    python.setStderr(printer(complain));

    const isMissing = (path: unknown) => typeof path === "string" && !OWN.test(path) && !FS.analyzePath(path, false).exists;
    const { open, stat } = FS;
    FS.open = (path: string, flags: number, mode: number) => {
        const isInput = typeof flags === "number" && !(flags & NOT_READ) && (isMissing(path) || path === INPUT);
        state.isRead ||= isInput;
        return open(isInput ? INPUT : path, flags, mode);
    };
    FS.stat = (path: string, ...rest: never[]) => stat(/\.\w+$|input[^/]*$/i.test(path) && isMissing(path) ? INPUT : path, ...rest);

    /** Calls a function of python.py. Throws how the program failed, if it did. */
    async function called(name: string, ...args: unknown[]): Promise<End> {
        const call = scope.get(name);
        // Where the browser can, Python may wait for what asyncio does.
        const end: End = JSON.parse("Suspending" in WebAssembly ? await call.callPromising(...args) : call(...args));
        if (end.failed) throw end;
        return end;
    }

    async function run({ files, main, input }: Message) {
        scope.get("reset")();
        FS.writeFile(INPUT, input);
        const rest = [new TextEncoder().encode(input)];
        // It also opens the streams anew, for a program may have closed them.
        python.setStdin({ stdin: () => ((state.isRead = true), rest.pop()), autoEOF: false });
        const { names = [], shown } = await called("run", JSON.stringify(files), main);
        if (!state.isRead && !state.out) await callSolutions(names, async (name, isLines) => (await called("call", name, isLines)).text ?? "");
        if (!state.out && shown) write(`${shown}\n`);
    }

    serve(run, (error) => {
        // What is no exception of the program has ended Python, too.
        const { failed, said = String(error), unreadable } = error as End;
        state.failed ??= failed ?? "ended Python";
        Object.assign(state, { isBroken: !failed, unreadable });
        complain(`${said}\n`);
    });
}

self.onmessage = ({ data: { wasm, library } }) => load(wasm, library).catch(console.error);
