/** How much longer the page with Python is. */
declare const __PYTHON_BYTES__: number;

declare module "pyodide/pyodide.asm.mjs";

declare module "*.py" {
    const source: string;
    export default source;
}

declare module "virtual:*" {
    const source: string;
    export default source;
}

declare module "*.wasm" {
    const bytes: Uint8Array<ArrayBuffer>;
    export default bytes;
}
