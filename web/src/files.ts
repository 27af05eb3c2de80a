// Files that are chosen or dropped, and which of them is the program.

import type { Source } from "./program";

/** A file, and its path in what was chosen or dropped. */
export type Named = [path: string, file: File];

const PROGRAM = /\.(?:py|ipynb|[cm]?[jt]s)$/;
/** Folders in which nobody keeps what they write themselves. */
const LEFT_OUT = /(?:^|\/)(?:\.[^/]+|node_modules|__pycache__|venv|env|site-packages)(?:\/|$)|\.d\.ts$/;
const FILES_MAX = 200;

/** What is dropped, with all that folders hold. To be called before the event is over. */
export async function dropped(transfer: DataTransfer): Promise<Named[]> {
    const found: Named[] = [];
    const look = async (entry: FileSystemEntry): Promise<void> => {
        const path = entry.fullPath.slice(1);
        if (LEFT_OUT.test(path) || found.length > FILES_MAX) return;
        if (entry.isFile) return void found.push([path, await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))]);
        const reader = (entry as FileSystemDirectoryEntry).createReader();
        // It gives a hundred at a time.
        for (let some: FileSystemEntry[]; (some = await new Promise((done, fail) => reader.readEntries(done, fail))).length;) {
            for (const one of some) await look(one);
        }
    };
    const folders: FileSystemEntry[] = [];
    for (const item of transfer.items) {
        const [entry, file] = [item.webkitGetAsEntry(), item.getAsFile()];
        if (entry?.isDirectory) folders.push(entry);
        else if (file) found.push([file.name, file]);
    }
    // A page that was opened as a file may see no folder.
    for (const folder of folders) await look(folder).catch(() => Promise.reject(new Error("This folder cannot be read. Use the button to choose it.")));
    return found;
}

/** The code of a notebook: its cells in order, without what is for the notebook alone. */
function notebook(text: string): string {
    const { cells } = JSON.parse(text) as { cells: { cell_type: string; source: string | string[] }[] };
    return cells.filter(({ cell_type }) => cell_type === "code").map(({ source }) => [source].flat().join(""))
        .filter((cell) => !/^%%(?!time|capture)/.test(cell))
        .map((cell) => cell.replace(/^(\s*)%%?time(?:it)?\b[ \t]*/gm, "$1").replace(/^\s*[%!].*/gm, "")).join("\n\n");
}

/** The texts of those files that a program may be of. */
export async function programOf(all: Named[]): Promise<Record<string, string>> {
    const some = all.filter(([path]) => PROGRAM.test(path) && !LEFT_OUT.test(path));
    if (!some.length) throw new Error("No program among these files: expected Python, JavaScript, TypeScript or a notebook.");
    if (some.length > FILES_MAX) throw new Error("Too many files: choose only the program and the files that it imports.");
    return Object.fromEntries(await Promise.all(some.map(async ([path, file]) => {
        const text = (await file.text()).replace(/^\ufeff/, "");
        return [path, path.endsWith(".ipynb") ? notebook(text) : text];
    })));
}

/** The file that is run, if it is plain: the only one that no other imports, or the only one of those that is called for the day. */
export function mainOf(files: Record<string, string>): string | undefined {
    const names = Object.keys(files);
    const imports = (name: string, other: string) => {
        const [stem] = other.split("/").at(-1)!.split(".");
        return new RegExp(`^.*\\b(?:import|from|require)\\b.*\\b${stem.replace(/\W/g, "\\$&")}\\b`, "m").test(files[name]);
    };
    const roots = names.filter((name) => !names.some((other) => other !== name && imports(other, name)));
    const days = roots.filter((name) => /(?<!\d)0?7(?!\d)/.test(name.split("/").at(-1)!));
    return roots.length === 1 ? roots[0] : days.length === 1 ? days[0] : undefined;
}

/** What only Python has at the start of a line, or in one. */
const PYTHON = /^\s*(?:def \w+\s*\(.*|class \w+.*:|from [\w.]+ import\b.*|import \w[\w.]*(?:\s+as \w+)?(?:\s*,\s*\w+)*|(?:for|while|if|elif|with|else|try|except)\b.*:|print\s*\(.*\))\s*(?:#.*)?$|^[^#/*'"`]*\bfor \w+(?:\s*,\s*\w+)* in\b/m;

/** A pasted text as a program. */
export function pasted(text: string): Source {
    const main = PYTHON.test(text) ? "day7.py" : "day7.js";
    return { files: { [main]: text }, main };
}

export const isPython = (name: string) => /\.(?:py|ipynb)$/.test(name);
