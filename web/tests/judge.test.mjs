// The judge in the page: programs as people paste them, in a real browser. No request leaves.

import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const fileOf = (name) => path(`../../testdata/programs/javascript/${name}`);
const separating = (name) => readFile(path(`../../testdata/separating/${name}`), "utf8");

let browser;
let server;
/** A server that nobody is to reach. */
let stranger;
let reached = 0;
let page;
let problems = [];

before(async () => {
    server = await serve(path("../dist/site"));
    stranger = createServer((_, response) => {
        reached += 1;
        response.setHeader("Access-Control-Allow-Origin", "*");
        response.end("export default 1");
    });
    await new Promise((done) => stranger.listen(0, "127.0.0.1", done));
    const args = ["--headless", "--no-sandbox", "--disable-gpu"];
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
    await open();
});

after(async () => {
    await browser?.close();
    await server?.close();
    stranger?.close();
});

async function open(options) {
    page = await (await browser.newContext(options)).newPage();
    problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(`${server.url}#judge`);
}

const button = (name) => page.getByRole("button", { name, exact: true });
const found = () => page.locator(".findings").first();

async function begin(program, part = "either") {
    await page.getByText(part, { exact: true }).click();
    await page.getByLabel("Your program").fill(program);
    await button("Judge it").click();
}

/** Chooses some of the programs, or all of a folder. */
async function choose(...names) {
    const isFolder = (await stat(fileOf(names[0]))).isDirectory();
    await page.locator(`main input[type=file]${isFolder ? "[webkitdirectory]" : ":not([webkitdirectory])"}`).setInputFiles(names.map(fileOf));
    await page.waitForTimeout(300);
}

async function judgedNow() {
    await button("Judge it").click();
    await button("Judge it").waitFor({ timeout: 100_000 });
    return found().innerText();
}

/** What the page says of a program. */
async function judged(program, part) {
    await begin(program, part);
    await button("Judge it").waitFor({ timeout: 100_000 });
    return found().innerText();
}

const pasted = (name) => readFile(fileOf(name), "utf8");

describe("right", async () => {
    for (const name of (await readdir(fileOf(""))).filter((name) => name !== "several")) {
        test(`${name}, as people write it`, async () => {
            assert.match(await judged(await pasted(name)), /^right under (both|standard|joker) rules[^]*read from /);
            assert.doesNotMatch(await found().innerText(), /wrong under|crash/);
            assert.deepEqual(problems, []);
        });
    }

    test("a function that says what it does", async () => {
        const program = (await pasted("arrow.js")).replace('const cards', 'console.log("for a thousand hands: 250029090");\n  const cards');
        assert.match(await judged(program), /^right under joker rules \(part 2\)/);
    });

    test("several files, in TypeScript and JavaScript, that import each other", async () => {
        await choose("several");
        assert.equal(await page.getByLabel("The file to run").inputValue(), "several/day7.ts");
        assert.match(await judgedNow(), /^right under both rules/);
        await choose("several/orders.ts", "several/day7.ts");
        assert.match(await judgedNow(), /^no answer to any input[^]*there is no '\.\/lib' here[^]*\(line 2\)/);
        await choose("several/lib/sizes.js", "typed-functions.ts");
        await page.getByLabel("The file to run").selectOption("typed-functions.ts");
        assert.match(await judgedNow(), /^right under both rules/);
        await button("Remove the files").click();
    });

    test("each run begins anew, with the input alone", async () => {
        const program = await pasted("takes-lines.js");
        assert.match(await judged(`globalThis.runs = (globalThis.runs ?? 0) + 1; if (runs > 1) throw 1;\n${program}`), /^right/);
    });
});

describe("wrong", () => {
    test("the smallest input, two hands and the mistake", async () => {
        const program = (await pasted("read-file-sync.js")).replace("'AKQT98765432J'", "'AKQJT98765432'");
        const said = await judged(program);
        assert.match(said, /^right under standard rules \(part 1\)\n[^]*wrong under joker rules \(part 2\)/);
        assert.match(said, /The smallest input that your (?:program|function) fails on, 2 lines\n+222J2 1000\n22222 2000\n+Your (?:program|function) answers 4000\. The total winnings are 5000\.\n/);
        assert.match(said, /22222 wins: [^]*certain  J1  J is wild but still ranks as a jack in ties\n[^]*change    put J first/);
        assert.equal(await found().locator(".card").count(), 10);
        assert.deepEqual(await found().locator(".bad").allTextContents(), ["wrong", "4000"]);
        const [size, width] = [page.viewportSize(), 360];
        await page.setViewportSize({ ...size, width });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        await page.setViewportSize(size);
    });

    test("the part that is asked for", async () => {
        const program = (await pasted("arrow.js")).replace('"J23456789TQKA"', '"23456789TJQKA"');
        assert.match(await judged(program, "part 2"), /^wrong under joker rules \(part 2\)/);
        assert.match(await judged(await pasted("arrow.js"), "part 1"), /^wrong under standard rules \(part 1\)/);
    });

    test("no known mistake, and another answer each time", async () => {
        assert.match(await judged("(text) => text.length"), /^wrong under standard rules \(part 1\)[^]*No known mistake/);
        const random = "(text) => text.trim().split('\\n').map((l) => +l.slice(6)).sort(() => Math.random() - 0.5).reduce((s, b, i) => s + b * (i + 1), 0)";
        assert.match(await judged(random), /gives different answers to the same input/);
    });
});

describe("no answer", () => {
    test("throws, on some inputs and on all", async () => {
        const program = (await pasted("two-functions.js")).replace("if (jokers === 5) return 5;\n", "");
        const said = await judged(program);
        assert.match(said, /crash under joker rules \(part 2\)[^]*Your (?:program|function) threw TypeError\.[^]*TypeError: [^]* \(line 33\)/);
        assert.match(await judged("const text = require('fs').readFileSync(0, 'utf8');\nthrow new RangeError('<b>all</b> at sea');"), /^no answer to any input[^]*threw RangeError[^]*<b>all<\/b> at sea \(line 2\)/);
        assert.match(await judged("Promise.reject(new Error('late'))"), /threw Error[^]*late/);
        assert.match(await judged("process.exit(3)"), /ended with exit status 3/);
    });

    test("prints nothing", async () => {
        assert.match(await judged("const text = require('fs').readFileSync(0, 'utf8');\nlet total = text.length;"), /^no answer to any input[^]*Your program printed no answer/);
    });

    test("prints the same for any input", async () => {
        assert.match(await judged("console.log(250029090)"), /^not read: it prints 250029090 whatever its input is/);
    });

    test("a package that is not there", async () => {
        assert.match(await judged("import _ from 'lodash';\nconsole.log(_.sum([1]));"), /there is no 'lodash' here[^]*\(line 1\)/);
    });

    test("what cannot be read is not judged", async () => {
        assert.match(await judged("const total = (bids: number[]) => bids.length;\nconsole.log(total([)]);"), /^This cannot be read as JavaScript or TypeScript: line 2, /);
        assert.match(await judged("import sys\nprint(sys.stdin.read())"), /^This is Python/);
        assert.match(await judged("function solve(text) {\n  return 1;\n"), /^This cannot be read as JavaScript or TypeScript: line 2/);
        // Only the browser sees it.
        assert.match(await judged("const a = 1;\n\nconst a = 2;"), /^This cannot be read as JavaScript or TypeScript: line 3, SyntaxError: .*'a' has already been declared/);
    });

    test("the line of what is thrown, whatever types are left out before", async () => {
        const program = "import { readFileSync } from 'fs';\ntype Hand = {\n  cards: string;\n};\nlet hands!: Hand[];\n\nfunction first(): string {\n  return hands[0].cards;\n}\nreadFileSync(0);\nconsole.log(first());";
        assert.match(await judged(program), /threw TypeError[^]*\(line 8\)/);
        assert.match(await judged("// f(a < b, c > (d)) is a call with two arguments\nconst f = (...all) => all.length, [a, b, c, d] = [1, 2, 3, 4];\nif (f(a < b, c > (d)) !== 2) throw 1;\nconst text = require('fs').readFileSync(0);\nthrow new Error('at the end');"), /at the end \(line 5\)/);
    });
});

describe("endless", () => {
    test("is stopped, and judged as such", async () => {
        assert.match(await judged("require('fs').readFileSync(0);\nfor (;;);"), /^timeout\n[^]*Your (?:program|function) gave no answer in time/);
    });

    test("can be stopped, and left; then the next is judged", async () => {
        await begin("for (;;);");
        await button("Stop").click();
        await page.locator(".busy", { hasText: "Stopped." }).waitFor();
        await begin("for (;;);");
        await page.locator(".busy", { hasText: "so far" }).waitFor();
        await page.evaluate(() => (location.hash = "coach"));
        await page.getByText("What is wrong with my answer?").waitFor();
        // A browser gives a program some time to end; the engines stay.
        const isLeft = () => page.workers().some((worker) => worker.url().startsWith("data:"));
        for (let i = 0; i < 100 && isLeft(); i++) await page.waitForTimeout(100);
        assert.ok(!isLeft());
        await page.evaluate(() => (location.hash = "judge"));
        assert.equal(await page.locator(".busy").textContent(), "Stopped, because you left.");
        assert.match(await judged(await pasted("arrow.js")), /^right/);
    });
});

describe("the network", () => {
    /** A program that tries all that a worker has, and throws what became of it. */
    const attempts = (address) => `
        const address = ${JSON.stringify(address)};
        const event = (target) => new Promise((done, fail) => { [target.onopen, target.onmessage, target.onerror] = [done, done, fail]; });
        const tries = {
            fetch: () => fetch(address, { mode: "no-cors", method: "POST", body: "secret" }),
            XMLHttpRequest: () => new Promise((done, fail) => { const x = new XMLHttpRequest(); x.open("GET", address); [x.onload, x.onerror] = [done, fail]; x.send(); }),
            WebSocket: () => event(new WebSocket(address.replace("http", "ws"))),
            EventSource: () => event(new EventSource(address)),
            importScripts: async () => importScripts(address),
            import: () => import(address),
            Worker: () => event(new Worker(address)),
            caches: async () => (await caches.open("camel-cards")).add(address),
            indexedDB: async () => indexedDB.open("camel-cards"),
        };
        const left = [];
        for (const [name, attempt] of Object.entries(tries)) {
            const late = new Promise((done) => setTimeout(done, 300, "late"));
            if (await Promise.race([(async () => attempt())().then(() => "left", () => "refused"), late]) === "left") left.push(name);
        }
        throw new Error("left: " + left.join());`;

    test("nothing leaves, and nothing is kept", async () => {
        for (const address of [`http://127.0.0.1:${stranger.address().port}/`, `${server.url}sw.js`]) {
            const answered = [];
            page.on("response", (response) => answered.push(response.url()));
            assert.match(await judged(attempts(address)), /^no answer[^]*Error: left: {2}\(line/);
            assert.match(await found().innerText(), /The page blocked a request/);
            assert.deepEqual(answered.filter((url) => url.startsWith("http")), []);
        }
        assert.equal(reached, 0);
    });

    test("without the policy the same program gets out", async () => {
        await open({ bypassCSP: true });
        assert.match(await judged(attempts(`http://127.0.0.1:${stranger.address().port}/`)), /left: fetch,XMLHttpRequest/);
        assert.ok(reached > 0);
        await open();
    });

    test("a program cannot see the page, nor what the browser keeps for it", async () => {
        const program = "throw new Error([typeof document, typeof localStorage, self.origin].join())";
        assert.match(await judged(program), /undefined,undefined,null/);
    });
});

describe("another language", () => {
    test("an input to download, and three boxes for what came of it", async () => {
        const download = page.waitForEvent("download");
        await button("Download the input").click();
        assert.equal(await readFile(await (await download).path(), "utf8"), await separating("separating.txt"));
        const rows = (await separating("totals.tsv")).trim().split("\n").map((row) => row.split("\t"));
        const total = (rules, id) => rows.find((row) => row[0] === rules && row[1] === id)[2];
        await page.getByLabel("Its answer to part 1").fill(total("standard", "right"));
        await page.getByLabel("Its answer to part 2").fill(total("joker", "J1"));
        await page.locator(".findings", { hasText: "is the answer to part 1" }).waitFor();
        const report = page.locator(".report", { hasText: "certain  J1" });
        await report.waitFor();
        assert.equal(await report.locator(".card").count(), 10);
        await page.getByLabel("your sorted hands").fill(await separating("separating.txt"));
        await page.locator(".findings", { hasText: "the first wrong pair" }).waitFor();
        await page.getByLabel("Its answer to part 1").fill("12e4");
        await page.locator(".findings", { hasText: "Expected a whole number" }).waitFor();
    });
});
