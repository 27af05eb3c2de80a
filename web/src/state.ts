// The input that all views are about, and the engine that has read it.

import { Engine, EngineDown } from "./engine";
import type { Ties } from "../pkg/camel_cards_wasm.js";
import type { Read } from "./worker";

export const engine = new Engine();

export type Source = { text: string } | { file: Blob; name: string };

export interface Progress {
    bytes: number;
    total: number;
    started: number;
}

export interface State {
    source: Source;
    /** What was read of the source, if it could be. */
    read?: Read;
    /** Why it could not be. */
    failed?: string;
    progress?: Progress;
    /** How identical hands rank, in all views. */
    ties: Ties;
    /** Counts what has been read, so that views know when to ask again. */
    version: number;
}

export const state: State = { source: { text: "" }, ties: "ordinal", version: 0 };

const listeners = new Set<() => void>();

/** Calls `listener` whenever the state has changed. */
export function onState(listener: () => void) {
    listeners.add(listener);
}

function changed() {
    for (const listener of listeners) listener();
}

/** A text longer than this is treated as a file: an editor would not keep up. */
export const TEXT_MAX = 50_000;

let latest = 0;

/** Reads a source; another that comes meanwhile takes its place. */
export async function open(source: Source): Promise<void> {
    const mine = ++latest;
    const body = "text" in source ? source.text : source.file;
    const total = typeof body === "string" ? body.length : body.size;
    state.source = source;
    state.progress = { bytes: 0, total, started: performance.now() };
    state.failed = undefined;
    changed();
    const progress = (bytes: number) => {
        if (mine !== latest || !state.progress) return;
        state.progress.bytes = bytes;
        changed();
    };
    try {
        const read = await engine.callWith("read", progress, body);
        if (mine !== latest) return;
        state.read = read;
        if (!read) state.failed = "Cancelled. Nothing of the file was kept.";
    } catch (error) {
        if (mine !== latest) return;
        state.read = undefined;
        state.failed = error instanceof EngineDown ? `The engine stopped: ${error.message}` : (error as Error).message;
    }
    state.progress = undefined;
    state.version += 1;
    changed();
}

export function setTies(ties: Ties) {
    state.ties = ties;
    changed();
}

/** Short plain text goes to the editor, everything else is read as a file. */
export async function take(file: File): Promise<void> {
    try {
        if (file.size > TEXT_MAX) return await open({ file, name: file.name });
        const bytes = new Uint8Array(await file.arrayBuffer());
        const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        // An editor keeps neither what is no UTF-8 nor a lone carriage return; of ends of lines it makes its own.
        const same = new TextEncoder().encode(text);
        const isText = same.length === bytes.length && same.every((byte, i) => byte === bytes[i]);
        const plain = text.replaceAll("\r\n", "\n");
        await open(isText && !/[\r\0]/.test(plain) ? { text: plain } : { file, name: file.name });
    } catch {
        await open({ file: new Blob(), name: file.name });
        state.failed = `${file.name} cannot be read: is it a folder?`;
        changed();
    }
}

export function cancel() {
    engine.call("cancel");
}
