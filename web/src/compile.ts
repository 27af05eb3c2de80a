// JavaScript and TypeScript, read by sucrase: without types, and with `require` for `import`.

import { transform, type Transform } from "sucrase";

const MODULE = /^[ \t]*(?:import\b(?!\s*\()|export\b)/m;
/** A function that nothing names: `(input) => …`, `async function (lines) {`. */
const ANONYMOUS = /^((?:\s|\/\/.*\n|\/\*[^]*?\*\/)*)(?=(?:async\b\s*)?(?:function\s*\(|\([^()]*\)\s*(?::[^=;]+)?=>|[\w$]+\s*=>))/;
const TYPESCRIPT: Transform[] = ["imports", "typescript"];

/** A file of a program as the body of a CommonJS module. Its lines keep their numbers. */
export function compile(name: string, text: string): string {
    const source = text.replace(/^#!.*/, "").replace(ANONYMOUS, "$1module.exports = ");
    let failed: unknown;
    // What is JavaScript means something else as TypeScript: `f(a < b, c > (d))`.
    for (const transforms of /\.[cm]?ts$/.test(name) ? [TYPESCRIPT] : [["imports" as const], TYPESCRIPT]) {
        try {
            const { code } = transform(source, { transforms, disableESTransforms: true });
            // Strict is only what a module is.
            return (MODULE.test(text) ? code : code.replace(/^"use strict";/, "")).replace(/\bimport\.meta\b/g, "importMeta");
        } catch (error) {
            failed = error;
        }
    }
    const { message, loc } = failed as Error & { loc?: { line: number } };
    // At the end of the text, what is missing is found missing behind it.
    const line = Math.min(loc?.line ?? 1, text.trimEnd().split("\n").length);
    throw new Error(`line ${line}, ${message.replace(/ \(\d+:\d+\)$/, "")}`);
}
