// The package as somebody gets it: packed, installed, run, type-checked, bundled.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "camel-cards-"));
const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8" });
const npm = (...args) => run("npm", ...args, "--offline", "--no-audit", "--no-fund");

/** The README's example; what it prints is in its comments. */
const [, example] = /```js\n([^]*?)```/.exec(readFileSync(path("npm/README.md"), "utf8"));
const printed = [...example.matchAll(/\/\/ (.*)/g)].map(([, comment]) => `${comment}\n`).join("");

before(() => {
    const [{ filename, files, version }] = JSON.parse(npm("pack", path("dist/npm"), "--json"));
    assert.deepEqual(files.map(({ path }) => path).sort(), [
        "LICENSE-APACHE", "LICENSE-MIT", "README.md", "index.d.ts", "index.js", "package.json",
    ]);
    const cargo = readFileSync(path("../Cargo.toml"), "utf8");
    assert.ok(cargo.includes(`[workspace.package]\nversion = "${version}"\n`));
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    npm("install", `./${filename}`);
    writeFileSync(join(folder, "example.js"), example);
});

after(() => rmSync(folder, { recursive: true }));

test("the README's example prints what it says", () => {
    assert.ok(printed.length > 100);
    assert.equal(run("node", "example.js"), printed);
});

test("the README's example, in a bundle", async () => {
    for (const platform of ["node", "browser"]) {
        const outfile = join(folder, `bundle.${platform}.mjs`);
        const entryPoints = [join(folder, "example.js")];
        await build({ entryPoints, outfile, platform, bundle: true, minify: true, format: "esm" });
        assert.doesNotMatch(readFileSync(outfile, "utf8"), /\b(import|from|require) ?\(?"/);
        assert.equal(run("node", outfile), printed);
    }
});

test("what imports nothing of it has nothing of it in its bundle", async () => {
    const stdin = { contents: 'import "camel-cards";', resolveDir: folder };
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "esm", logLevel: "error" });
    assert.ok(outputFiles[0].text.length < 100);
});

test("the types fit the README's example, and nothing else does", () => {
    const check = (script) => {
        const lines = `${script}\nexport {};\ndeclare global { const console: { log(...all: unknown[]): void } }\n`;
        writeFileSync(join(folder, "check.ts"), lines);
        // As strict as it gets, with none of Node's types to help.
        const options = ["--strict", "--target", "es2022", "--lib", "es2022", "--noEmit"];
        const modules = ["--module", "nodenext", "--ignoreConfig"];
        run("node", path("node_modules/typescript/bin/tsc"), ...options, ...modules, "check.ts");
    };
    check(example);
    check(`${example}
        import { type BadLinesError, type Compared, type Explained, type NotRightError } from "camel-cards";
        const exact: bigint = standard + joker;
        const why: Explained = explain("KTJJT", "joker");
        const strength: number = why.strength;
        const bytes: Uint8Array = Tally.read(input).toBytes();
        const lines: number = new Input(10).badLines().length;
        const judged: Promise<void> = check(async (text: string) => [text.length, "5905"], { seed: 2n });
        const input_of = (error: NotRightError): string | null => error.verdict.input;
        export type { BadLinesError, Compared };
        console.log(exact, strength, bytes, lines, judged, input_of);`);
    const wrong = [
        'score(input, "first");', 'explain("KTJJT", "jokers");', "diagnose(input, [{ answer: 1 }]);",
        "check(() => undefined);", "check(() => 1, { seed: 1 });", 'import { Judge } from "camel-cards";',
        'import { fail } from "camel-cards";', 'import { initSync } from "camel-cards";',
    ];
    for (const line of wrong) {
        const told = ({ stdout }) => /error TS2(305|322|345)/.test(stdout);
        assert.throws(() => check(`${example}\n${line}`), told, line);
    }
});

test("the types name what there is", async () => {
    const types = readFileSync(path("dist/npm/index.d.ts"), "utf8");
    const named = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
    const exported = Object.keys(await import("../dist/npm/index.js"));
    assert.deepEqual(named.sort(), exported.sort());
});
