declare module "virtual:*" {
    const source: string;
    export default source;
}

declare module "*.wasm" {
    const bytes: Uint8Array<ArrayBuffer>;
    export default bytes;
}
