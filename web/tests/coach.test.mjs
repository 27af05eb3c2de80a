// Wrong answers by the dozen in the coach's view: pasted as people have them, or dropped as aocd keeps them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const POSTS = path("../../testdata/coach/2023_07_post.json");
const INPUT = path("../../testdata/separating/separating.txt");

let browser;
let page;

before(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
});
after(() => browser?.close());

async function fresh() {
    // In the same tab an input would be there again.
    await page?.close();
    page = await browser.newPage({ reducedMotion: "reduce" });
    await page.goto(`file://${path("../dist/site/camel-cards.html")}#coach`);
    await page.locator(".answer").waitFor();
}

async function paste(text) {
    await page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        document.querySelector(".answer input").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
}

/** The answers that are in the view, with what was said of them. */
const answers = () => page.locator(".answer").evaluateAll((rows) => rows.map((row) => `${row.querySelector("input").value} ${row.querySelector("select").value}`.trim()));
const part = () => page.locator(".choice input:checked").inputValue();

const SITE = (said, number) => `That's not the right answer${said}.  If you're stuck, make sure you're using the full input data; there are also some general tips on the about page, or you can ask for hints on the subreddit.  Please wait 5 minutes before trying again. (You guessed ${number}.) [Return to Day 7]`;

for (const [what, text, expected] of [
    ["a number a line", "248747492\n248747493\r\n\n248,747,494\n248_747_495", ["248747492", "248747493", "248747494", "248747495"]],
    ["numbers in a line", "248747492, 248747493 248,747,494;248747495", ["248747492", "248747493", "248747494", "248747495"]],
    ["lines of the site", [SITE("; your answer is too low", 248747492), SITE("; your answer is too high", "258747492"), SITE("", 250000000)].join("\n"),
        ["248747492 too low", "258747492 too high", "250000000"]],
    ["one line of the site", SITE("; your answer is too low", 5), ["5 too low"]],
    ["notes", "1. 248747492 too low (5:20)\n2. 251000000 was high\n248747492", ["248747492", "251000000 too high"]],
    ["small answers", "12 low\n345", ["12 too low", "345"]],
]) {
    test(`pasted in one go: ${what}`, async () => {
        await fresh();
        await paste(text);
        assert.deepEqual(await answers(), expected);
        assert.equal(await part(), "");
    });
}

test("what was there stays, and a single number is pasted as ever", async () => {
    await fresh();
    await page.getByLabel("Your answer").fill("7000");
    await paste("8000\n9000");
    assert.deepEqual(await answers(), ["7000", "8000", "9000"]);
    await paste("123");
    assert.deepEqual(await answers(), ["7000", "8000", "9000"], "that is the browser's own work");
});

test("what aocd keeps, pasted and dropped, with the input beside it", async () => {
    await fresh();
    await paste(await readFile(POSTS, "utf8"));
    assert.deepEqual(await answers(), ["251000001 too high", "251000002"]);
    assert.equal(await part(), "joker");
    await page.getByRole("button", { name: "Use the other part's instead: 1" }).click();
    assert.deepEqual(await answers(), ["248747492 too low"]);
    assert.equal(await part(), "standard");

    const session = await page.context().newCDPSession(page);
    const drop = async (...files) => {
        const data = { items: [], files, dragOperationsMask: 1 };
        for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 100, y: 200, data });
    };
    // From any view.
    await page.evaluate(() => (location.hash = "hands"));
    await page.locator(".slots").waitFor();
    await drop(POSTS, INPUT);
    await page.locator(".report").first().waitFor({ timeout: 60_000 });
    assert.deepEqual(await answers(), ["251000001 too high", "251000002"]);
    assert.match(await page.locator(".findings").first().innerText(), /^wrong  251000001 is too low/);
});

test("axe finds nothing while a finding is shown", async () => {
    const [, rules, total] = /^(joker)\tJ1\t(\d+)/m.exec(await readFile(path("../../testdata/separating/totals.tsv"), "utf8"));
    await fresh();
    await page.getByLabel("Paste your input").fill(await readFile(INPUT, "utf8"));
    await page.locator(`.choice input[value=${rules}]`).click({ force: true });
    await paste(`${total}\n99999999`);
    await page.locator(".report", { hasText: "certain  J1" }).first().waitFor({ timeout: 60_000 });
    await page.evaluate(await readFile(path("../node_modules/axe-core/axe.min.js"), "utf8"));
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)), []);
});
