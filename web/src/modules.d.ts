// What build.mjs puts in.

/** The engine, as gzip in base64. */
declare const __ENGINE__: string;
/** The bundles of worker.ts and runner.ts. */
declare const __WORKER__: string;
declare const __RUNNER__: string;
/** Pyodide's list of packages, as JSON. */
declare const __LOCK__: string;
/** How much longer the page with Python is. */
declare const __PYTHON_BYTES__: number;
/** A hash of the page. */
declare const __VERSION__: string;

declare module "pyodide/pyodide.asm.mjs";

declare module "*.py" {
    const text: string;
    export default text;
}

declare module "*.wasm" {
    const bytes: Uint8Array<ArrayBuffer>;
    export default bytes;
}
