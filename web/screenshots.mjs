// `node web/screenshots.mjs`: draws the pictures of docs/use/page.md.
// `node web/screenshots.mjs FOLDER [WORD]`: every view, or those with this word, at three widths and in both themes, to be looked at.

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { generate } from "./dist/npm/index.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const [folder, only = ""] = process.argv.slice(2);
const input = generate("puzzle", 7n);
/** An answer of somebody whose jokers still rank as jacks, on this input. */
const wrong = "248403366";
/** A program whose jokers do, and such an answer to the judge's input. */
const program = (await readFile(path("../testdata/programs/javascript/read-file-sync.js"), "utf8")).replace("'AKQT98765432J'", "'AKQJT98765432'");
const [, separating] = /^joker\tJ1\t(\d+)/m.exec(await readFile(path("../testdata/separating/totals.tsv"), "utf8"));
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
});

async function draw(view, file, { width, theme, fullPage = true, height = 800 }) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`file://${path(`dist/site/${view.startsWith("python") ? "camel-cards-python" : "index"}.html`)}`);
    await page.getByLabel("Hands and bids").fill(view === "bad lines" ? input.replace("J ", "j ").replace(" 9", " -9") : input);
    await page.locator(".charts figure").first().waitFor();
    const [name, action] = VIEWS[view];
    await page.evaluate((name) => (location.hash = name), name);
    await action?.(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(600);
    await page.screenshot({ path: file, fullPage });
    await context.close();
}

const VIEWS = {
    score: ["score"],
    "bad lines": ["score"],
    table: ["table", async (page) => {
        await page.getByLabel("Sorted by").selectOption("change");
        await page.waitForTimeout(300);
        await page.locator(".rows .row").nth(2).click();
    }],
    hands: ["hands/KK677/KTJJT"],
    coach: ["coach", async (page) => {
        await page.getByText("part 2", { exact: true }).click();
        await page.getByLabel("Your answer").fill(wrong);
        await page.locator(".report").first().waitFor();
    }],
    judge: ["judge", async (page) => {
        await page.getByLabel("Your program").fill(program);
        await page.getByRole("button", { name: "Judge it" }).click();
        await page.locator(".report").first().waitFor();
        await page.getByLabel("Its answer to part 2").fill(separating);
        await page.getByText("is too").waitFor();
    }],
    ...Object.fromEntries(Object.entries({
        starting: "open-file", right: "open-file", wrong: "wrong-joker-as-jack", exception: "wrong-no-card-left", package: "wrong-needs-numpy", timeout: "wrong-endless",
    }).map(([state, name]) => [`python ${state}`, ["judge", async (page) => {
        await page.getByLabel("Your program").fill(await readFile(path(`../testdata/programs/python/${name}.py`), "utf8"));
        await page.getByRole("button", { name: "Judge it" }).click();
        if (state !== "starting") await page.locator(".busy", { hasText: "Judged as Python" }).waitFor({ timeout: 100_000 });
    }]])),
    "python files": ["judge", async (page) => {
        await page.locator("main input[webkitdirectory]").setInputFiles(path("../testdata/programs/python/with-modules"));
        await page.getByLabel("The file to run").waitFor();
    }],
    "judge offer": ["judge", async (page) => {
        await page.getByLabel("Your program").fill(await readFile(path("../testdata/programs/python/open-file.py"), "utf8"));
        await page.getByText("This is Python").waitFor();
    }],
    practise: ["practise", async (page) => {
        await page.locator(".pick").first().click();
        await page.locator(".reason .comparison").waitFor();
    }],
    how: ["how", (page) => page.getByRole("button", { name: "The puzzle's example" }).click()],
};

if (folder) {
    await mkdir(folder, { recursive: true });
    for (const view of Object.keys(VIEWS).filter((view) => view.includes(only))) {
        for (const width of [320, 800, 1600]) {
            for (const theme of ["light", "dark"]) {
                await draw(view, join(folder, `${view.replace(" ", "-")}-${width}-${theme}.png`), { width, theme });
            }
        }
    }
} else {
    await draw("coach", path("../docs/use/page-coach.png"), { width: 1000, height: 780, theme: "light", fullPage: false });
    await draw("judge", path("../docs/use/page-judge.png"), { width: 1000, height: 1330, theme: "light", fullPage: false });
    await draw("hands", path("../docs/use/page-hands.png"), { width: 1280, height: 960, theme: "dark", fullPage: false });
}
await browser.close();
