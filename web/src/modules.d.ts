/** How much longer the page with Python is. */
declare const __PYTHON_BYTES__: number;

declare module "virtual:lock" {
    const lock: import("pyodide").Lockfile;
    export default lock;
}

declare module "pyodide/pyodide.asm.mjs" {
    const create: NonNullable<import("pyodide").PyodideConfig["createPyodideModule"]>;
    export default create;
}

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
