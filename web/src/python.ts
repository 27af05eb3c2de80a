// CPython by Pyodide in a worker, which runs one program after another. It asks nobody for anything: its files come with the page.

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import lock from "virtual:lock";
import code from "./python.py";
import { callSolutions, complain, serve, state, write, type Message } from "./run";
import { unpackedPart } from "./unpack";

/** What stands for every file that is not there. */
const INPUT = "/input";
/** What Python itself looks for. */
const OWN = /\.(pyc?|so|zip|cfg|pth)$|^\/(lib|dev|etc|proc|sys|usr)\//;
/** Flags of those who write, create, or open a folder. */
const NOT_READ = 0o200103;

/** How a part of a run ended: what it failed of, which functions it leaves, or what one returned. */
interface End {
    failed?: string;
    said?: string;
    unreadable?: string;
    shown?: string;
    names?: string[];
    text?: string;
}

async function load(wasm: string, library: string) {
    const { fetch } = self;
    self.fetch = async (url) => (String(url).endsWith(".wasm") ? unpackedPart(wasm, "application/wasm") : unpackedPart(library, "application/zip"));
    const python = await loadPyodide({
        createPyodideModule, lockFileContents: lock, indexURL: "file:///python/", stdLibURL: "file:///python/library.zip", env: { HOME: "/home/you" },
    });
    self.fetch = fetch;
    const { FS } = python;
    FS.writeFile(INPUT, "");
    const scope = python.globals.get("dict")();
    python.runPython(code, { globals: scope });
    let [left, decoders]: [Uint8Array, TextDecoder[]] = [new Uint8Array(), []];
    const stdin = {
        read(buffer: Uint8Array) {
            state.isRead = true;
            const bytes = left.subarray(0, buffer.length);
            buffer.set(bytes);
            left = left.subarray(bytes.length);
            return bytes.length;
        },
    };
    const printer = (print: (text: string) => void, stream: number) => ({
        write(bytes: Uint8Array) {
            // Not what may change while it is decoded.
            print(decoders[stream].decode(bytes.slice(), { stream: true }));
            return bytes.length;
        },
    });
    python.setStdout(printer(write, 0));
    python.setStderr(printer(complain, 1));

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
        left = new TextEncoder().encode(input);
        decoders = [new TextDecoder(), new TextDecoder()];
        scope.get("reset")();
        // It also opens the streams anew, for a program may have closed them.
        python.setStdin(stdin);
        FS.writeFile(INPUT, left);
        const { names = [], shown } = await called("run", files, main);
        if (!state.isRead && !state.out) {
            await callSolutions(names, async (name, isLines) => (await called("call", name, isLines)).text ?? "");
        }
        if (!state.out && shown) write(`${shown}\n`);
    }

    serve(run, (error) => {
        const { failed, said, unreadable } = error as End;
        // What is no exception of the program has ended Python, too.
        state.failed ??= failed ?? "ended Python";
        state.isBroken = !failed;
        state.unreadable = unreadable;
        complain(`${said ?? error}\n`);
    });
}

self.onmessage = ({ data: { wasm, library } }) => load(wasm, library);
