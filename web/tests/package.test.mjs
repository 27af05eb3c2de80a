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

function typeCheck(script) {
    const lines = `${script}\nexport {};\ndeclare global { const console: { log(...all: unknown[]): void } }\n`;
    writeFileSync(join(folder, "check.ts"), lines);
    // As strict as it gets, with none of Node's types to help.
    const options = ["--strict", "--target", "es2022", "--lib", "es2022", "--noEmit"];
    const modules = ["--module", "nodenext", "--ignoreConfig"];
    run("node", path("node_modules/typescript/bin/tsc"), ...options, ...modules, "check.ts");
}

/** A value as TypeScript has it in code, where no field may be missing and none too many. */
function literal(value) {
    if (typeof value === "bigint") return `${value}n`;
    if (Array.isArray(value)) return `[${value.map(literal)}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    return `{ ${Object.entries(value).map(([name, one]) => `${name}: ${literal(one)}`)} }`;
}

test("the types fit the README's example, and nothing else does", () => {
    typeCheck(example);
    typeCheck(`${example}
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
        'import { Page } from "camel-cards";', 'import { initSync } from "camel-cards";',
    ];
    for (const line of wrong) {
        const told = ({ stdout }) => /error TS2(305|322|345)/.test(stdout);
        assert.throws(() => typeCheck(`${example}\n${line}`), told, line);
    }
});

test("the types name what there is", async () => {
    const types = readFileSync(path("dist/npm/index.d.ts"), "utf8");
    const named = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
    const exported = Object.keys(await import("../dist/npm/index.js"));
    assert.deepEqual(named.sort(), exported.sort());
});

test("the types are those of what comes back", async () => {
    const { Input, check, compare, diagnose, diagnoseOrder, explain, rank, score } = await import("../dist/npm/index.js");
    const hands = "32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";
    const input = new Input();
    input.push(`${hands}1`);
    input.finish();
    input.makeTable();
    const empty = new Input();
    empty.finish();
    const verdict = async (solve) => (await check(solve).catch((error) => error)).verdict;
    // Its ranks begin at 0, which the judge finds at once.
    const fromZero = (text) => rank(text, "standard").reduce((total, { rank, bid }) => total + BigInt(rank - 1) * bid, 0n);
    const values = [
        ["Explained", explain("KTJJT", "joker")],
        ["Explained", explain("AAAAA", "standard")],
        ["Compared", compare("KK677", "KTJJT", "joker")],
        ["Compared", compare("KTJJT", "KTJJT", "standard")],
        ["Score", score(hands)],
        ["Stats", input.stats()],
        ["Stats", empty.stats()],
        ["Row[]", input.rows(0, 9)],
        ["BadLine[]", input.badLines()],
        ["Ranked[]", rank(hands, "standard")],
        ["Diagnosed[]", diagnose(hands, [{ answer: 5905n }])],
        ["Diagnosed[]", diagnose(hands, [{ answer: 6000n, told: "too low" }, { answer: 4260n }])],
        ["Diagnosed[]", diagnose(hands, [{ answer: 4260n }], "standard")],
        ["OrderDiagnosed", diagnoseOrder(hands, "QQQJA\nT55J5\nKK677\nKTJJT\n32T3K\n")],
        ["OrderDiagnosed", diagnoseOrder(hands, "32T3K\nAAAAA\n", "joker")],
        ["VerdictRecord", await verdict(fromZero)],
        ["VerdictRecord", await verdict(() => { throw new Error("broken"); })],
    ];
    const names = [...new Set(values.map(([type]) => type.replace("[]", "")))];
    const constants = values.map(([type, value], i) => `export const value${i}: ${type} = ${literal(value)};`);
    typeCheck(`import type { ${names} } from "camel-cards";\n${constants.join("\n")}`);
});
