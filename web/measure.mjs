// `node web/measure.mjs [record]`: what the page costs in Chromium; prints it, or keeps it in
// bench/record/page.tsv. Nothing here is timed inside a test.

import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { generate, Tally } from "./dist/npm/index.js";

const RUNS = 7;
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rows = [];
const loadBefore = loadavg()[0];
const record = (what, value, unit, goal) => {
    rows.push([what, value, unit, goal]);
    console.log(`${what}: ${value} ${unit} (goal: ${goal})`);
};

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
// With the judge, which is two fifths of it.
record("engine, gzip -9", gzipped(await readFile(path("pkg/camel_cards_wasm_bg.wasm"))), "bytes", "under 250000");
const page = await readFile(path("dist/site/index.html"));
record("whole page, gzip -9", gzipped(page), "bytes", "none");
const pythonPage = await readFile(path("dist/site/camel-cards-python.html"));
record("page with Python", pythonPage.length, "bytes", "none");
record("page with Python, gzip -9", gzipped(pythonPage), "bytes", "none");

const flags = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
const url = `file://${path("dist/site/camel-cards.html")}`;

/** A new page that keeps the longest time in which it did not answer. */
async function open() {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
        const channel = new MessageChannel();
        let last = performance.now();
        window.longest = 0;
        channel.port1.onmessage = () => {
            const now = performance.now();
            window.longest = Math.max(window.longest, now - last);
            last = now;
            channel.port2.postMessage(0);
        };
        channel.port2.postMessage(0);
    });
    await page.goto(url);
    return page;
}

const pythonUrl = url.replace("cards.html", "cards-python.html");
for (const [what, address, goal] of [["first view after load from disk, median", url, "under 200"], ["first view of the page with Python, median", pythonUrl, "none"]]) {
    const firstViews = [];
    for (let i = 0; i < RUNS; i++) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(address);
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
        firstViews.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
        await context.close();
    }
    record(what, Math.round(median(firstViews)), "ms", goal);
}

/** The memory of the tabs, in megabytes. */
async function memory() {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const tabs = processInfo.filter(({ type }) => type === "renderer");
    const sizes = await Promise.all(tabs.map(async ({ id }) => /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${id}/smaps_rollup`, "utf8"))[1]));
    return sizes.reduce((sum, size) => sum + Number(size) / 1024, 0);
}
const session = await browser.newBrowserCDPSession();
const program = await readFile(path("../testdata/programs/python/open-file.py"), "utf8");
const python = { ready: [], first: [], next: [], memory: [] };
for (let i = 0; i < RUNS; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${pythonUrl}#judge`, { waitUntil: "load" });
    await page.waitForTimeout(500);
    const before = await memory();
    await page.evaluate(() => {
        window.seen = {};
        const busy = document.querySelector(".busy");
        new MutationObserver(() => {
            const state = /so far|Judged/.exec(busy.textContent)?.[0];
            if (state) window.seen[state] ??= performance.now() - window.began;
        }).observe(busy, { childList: true, characterData: true, subtree: true });
    });
    const judge = async () => {
        await page.evaluate((program) => {
            document.querySelector("main textarea").value = program;
            window.began = performance.now();
            [...document.querySelectorAll("main button")].find((button) => button.textContent === "Judge it").click();
        }, program);
        await page.waitForFunction(() => window.seen.Judged, undefined, { timeout: 100_000, polling: 20 });
        return page.evaluate(() => [window.seen, (window.seen = {})][0]);
    };
    const [first, next] = [await judge(), await judge()];
    python.ready.push(first["so far"]);
    python.first.push(first.Judged);
    python.next.push(next.Judged);
    python.memory.push((await memory()) - before);
    await context.close();
}
record("Python ready after the first click, median", Math.round(median(python.ready)), "ms", "none");
record("first verdict on a program in Python, median", Math.round(median(python.first)), "ms", "under 4000");
record("next verdict on it, median", Math.round(median(python.next)), "ms", "none");
record("memory that Python takes in the tab, median", Math.round(median(python.memory)), "MB", "none");

const piece = generate("uniform", 1n, 1_000_000);
const copies = Math.round(1e9 / piece.length);
const [all, one] = [new Tally(), Tally.read(piece)];
for (let i = 0; i < copies; i++) all.merge(one);
const expected = all.score().winnings.standard.toLocaleString("en-US");

async function drop(page, copies) {
    await page.evaluate(([piece, copies]) => {
        window.dropped = () => {
            const data = new DataTransfer();
            data.items.add(new File(Array(copies).fill(new Blob([piece])), "big.txt"));
            document.querySelector(".score").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        };
    }, [piece, copies]);
    await page.evaluate(() => {
        window.began = performance.now();
        window.dropped();
        // Making the file is not the page's work.
        setTimeout(() => (window.longest = 0));
    });
}

const rates = [];
const pauses = { read: [], type: [], table: [] };
for (let i = 0; i < RUNS; i++) {
    const page = await open();
    await page.waitForTimeout(300);
    await drop(page, copies);
    await page.waitForFunction((expected) => document.querySelector("output.total").textContent === expected, expected, { timeout: 120_000, polling: 20 });
    const [seconds, longest] = await page.evaluate(() => [(performance.now() - window.began) / 1000, window.longest]);
    rates.push((piece.length * copies) / 1e6 / seconds);
    pauses.read.push(longest);
    await page.context().close();
}
record("1 GB of random hands, median", Math.round(median(rates)), "MB/s", "150 or more");
record("longest pause while it is read, worst", Math.ceil(Math.max(...pauses.read)), "ms", "under 50");

for (let i = 0; i < RUNS; i++) {
    const page = await open();
    await page.getByLabel("Hands and bids").fill(generate("puzzle", BigInt(i)));
    await page.waitForTimeout(500);
    await page.evaluate(() => (window.longest = 0));
    await page.getByLabel("Hands and bids").press("End");
    await page.keyboard.type("32T3K 765\nT55J5 684\n", { delay: 15 });
    await page.waitForTimeout(300);
    pauses.type.push(await page.evaluate(() => window.longest));
    await page.context().close();
}
record("longest pause while a puzzle's input is edited, worst", Math.ceil(Math.max(...pauses.type)), "ms", "under 50");

for (let i = 0; i < 3; i++) {
    const page = await open();
    await drop(page, 10);
    await page.locator(".counts", { hasText: "10,000,000 entries" }).waitFor({ timeout: 60_000 });
    await page.evaluate(() => (location.hash = "table"));
    await page.locator(".rows .row").first().waitFor({ timeout: 60_000 });
    await page.evaluate(() => (window.longest = 0));
    await page.locator(".grid").hover();
    for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 900);
    await page.getByRole("grid").press("End");
    await page.waitForTimeout(500);
    pauses.table.push(await page.evaluate(() => window.longest));
    await page.context().close();
}
record("longest pause in a table of 10 million rows, worst", Math.ceil(Math.max(...pauses.table)), "ms", "under 50");
const version = browser.version();
await browser.close();

if (process.argv[2] === "record") {
    const head = `# node web/measure.mjs record, Chromium ${version}, headless; load average ${loadBefore.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after\nwhat\tvalue\tunit\tgoal\n`;
    await writeFile(path("../bench/record/page.tsv"), head + rows.map((row) => `${row.join("\t")}\n`).join(""));
}
