// Makes dist/ of src/, npm/, and the output of wasm-bindgen's generator in pkg/.

import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { loadPyodide } from "pyodide";

const here = new URL("./", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, here));
const read = (name) => readFile(path(name), "utf8");

/** What all bundles share; an engine is bytes inside its bundle. */
const COMMON = {
    bundle: true,
    format: "iife",
    minify: true,
    write: false,
    charset: "utf8",
    target: "es2022",
    loader: { ".wasm": "binary", ".py": "text" },
    logLevel: "warning",
};

/** The text of a bundle, in which the constants of src/modules.d.ts have these values. */
async function bundle(entry, constants = {}, options = {}) {
    const define = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]));
    const { outputFiles } = await build({ ...COMMON, entryPoints: [path(entry)], define, ...options });
    return outputFiles[0].text;
}

const hash = (algorithm, text) => createHash(algorithm).update(text).digest("base64");

/** As gzip in base64: a browser unpacks that sooner than it would read a page with all of it. */
const pack = (content) => gzipSync(content, { level: 9 }).toString("base64");
const packed = async (name) => pack(await readFile(path(name)));

/** Python as elements that no browser runs or shows: the worker, CPython and the standard library. */
async function pythonElements() {
    // Pyodide requires a list of packages: here an empty one.
    const { info } = JSON.parse(await read("node_modules/pyodide/pyodide-lock.json"));
    const __LOCK__ = JSON.stringify({ info, packages: {} });
    const script = await bundle("src/python.ts", { __LOCK__ }, { format: "esm", external: ["node:*", "ws"] });
    const parts = {
        // A name for stacks, which would show all of the address.
        worker: pack(`${script}//# sourceURL=python.js\n`),
        wasm: await packed("node_modules/pyodide/pyodide.asm.wasm"),
        library: pack(await compiledLibrary()),
    };
    return Object.entries(parts).map(([name, text]) => `<script type="text/plain" id="python-${name}">${text}</script>\n`).join("");
}

/** The standard library as bytecode, which Python starts from six times as fast as from sources. Packed as one, it packs better. */
async function compiledLibrary() {
    const python = await loadPyodide();
    python.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from zipfile import ZipFile, ZipInfo
with ZipFile("/lib/python314.zip") as sources, ZipFile("/compiled.zip", "w") as compiled:
    for name in sources.namelist():
        content = sources.read(name)
        if name.endswith(".py"):
            code = compile(content, f"/lib/python314.zip/{name}", "exec", dont_inherit=True, optimize=2)
            name, content = f"{name}c", _code_to_hash_pyc(code, bytes(8), False)
        compiled.writestr(ZipInfo(name), content)
`);
    return python.FS.readFile("/compiled.zip");
}

async function buildSite() {
    const python = await pythonElements();
    const __ENGINE__ = await packed("pkg/camel_cards_wasm_bg.wasm");
    // Workers start from the page's own script, so it has theirs as texts.
    const __WORKER__ = await bundle("src/worker.ts", { __ENGINE__ });
    const __RUNNER__ = await bundle("src/runner.ts");
    const constants = { __WORKER__, __RUNNER__, __PYTHON_BYTES__: python.length };
    const [template, style, script] = await Promise.all([
        read("src/index.html"),
        bundle("src/page.css"),
        bundle("src/page.ts", constants, { format: "esm" }),
    ]);
    // esbuild escapes the first; the others would be ours to write otherwise.
    if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
        throw new Error("a script or style with text in it that HTML would end it at");
    }
    const parts = {
        "<!-- csp -->": `<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">`,
        "/* style */": style,
        "/* script */": script,
    };
    let page = template;
    for (const [marker, text] of Object.entries(parts)) {
        if (page.split(marker).length !== 2) {
            throw new Error(`src/index.html: expected ${marker} exactly once`);
        }
        page = page.replace(marker, () => text);
    }
    // The same script: it looks for Python when all of the page is there.
    const withPython = page.replace("<html", "<html data-python").replace("</body>", () => `${python}</body>`);
    const offline = await bundle("src/sw.ts", { __VERSION__: hash("sha256", withPython) });
    await mkdir(path("dist/site"), { recursive: true });
    await writeFile(path("dist/site/index.html"), page);
    await writeFile(path("dist/site/camel-cards.html"), page);
    await writeFile(path("dist/site/camel-cards-python.html"), withPython);
    await writeFile(path("dist/site/sw.js"), offline);
}

/** Nothing but this very script and style, and nothing out. Workers come from a blob and from `data:`, which inherit this. */
function policy(script, style) {
    return [
        "default-src 'none'",
        `script-src 'sha256-${hash("sha256", script)}' 'wasm-unsafe-eval'`,
        `style-src 'sha256-${hash("sha256", style)}'`,
        "img-src data:",
        "worker-src blob: data: 'self'",
        "manifest-src 'none'",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ].join("; ");
}

async function buildPackage() {
    const [manifest, workspace, types, checkTypes, script] = await Promise.all([
        read("npm/package.json"),
        read("../Cargo.toml"),
        read("pkg/camel_cards_wasm.d.ts"),
        read("npm/types.d.ts"),
        // In lines, for Node shows that of an exception, which is not to be all of the engine.
        bundle("npm/index.ts", {}, { format: "esm", minify: false }),
    ]);
    const [, version] = /^\[workspace\.package\]\nversion = "(.*)"$/m.exec(workspace);
    await mkdir(path("dist/npm"), { recursive: true });
    await writeFile(path("dist/npm/index.js"), script);
    await writeFile(path("dist/npm/index.d.ts"), packageTypes(types, checkTypes));
    const versioned = { ...JSON.parse(manifest), version };
    await writeFile(path("dist/npm/package.json"), `${JSON.stringify(versioned, null, 2)}\n`);
    await copyFile(path("npm/README.md"), path("dist/npm/README.md"));
    for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) {
        await copyFile(path(`../${licence}`), path(`dist/npm/${licence}`));
    }
}

/** The generator's types without how to start the engine, which has been started, without what the page asks for, and with `check` for the judge. */
function packageTypes(types, checkTypes) {
    const [ours] = types.split("export type InitInput");
    const start = /\/\*\*(?:(?!\*\/)[^])*\*\/\nexport function start\(\): void;\n/;
    const inside = /\/\*\*(?:(?!\*\/)[^])*\*\/\nexport (?:class (?:Judge|Page)|interface Report) {[^]*?\n}\n/g;
    if (ours === types || !start.test(ours) || ours.match(inside)?.length !== 3) {
        throw new Error("pkg/camel_cards_wasm.d.ts: the generator writes other types than it did");
    }
    const dispose = '/// <reference lib="esnext.disposable" />\n';
    const check = checkTypes.replace(/^import .*\n/m, "");
    return `${dispose}${ours.replace(start, "").replace(inside, "").trimEnd()}\n${check}`;
}

// These types of the engine's memory would hide those of its bytes, in src/modules.d.ts.
await rm(path("pkg/camel_cards_wasm_bg.wasm.d.ts"), { force: true });
await rm(path("dist"), { recursive: true, force: true });
await buildPackage();
await buildSite();
