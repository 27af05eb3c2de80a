// The page in a real browser, used as a person would. Nothing may leave it: the browser's own
// log of all requests is read at the end.

import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { Tally } from "../dist/npm/index.js";
import { serve } from "../serve.mjs";

const ROOT = new URL("../../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, ROOT));
const text = (name) => readFile(path(name), "utf8");
const EXAMPLE = await text("testdata/cases/example.txt");
const VIEWS = ["score", "table", "hands/KK677/KTJJT", "coach", "judge", "practise", "how"];
const FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    // The browser itself would ask its maker what the fields of a page are for.
    "--disable-features=AutofillServerCommunication",
];

let scratch;
let browser;
let server;
/** A server that nobody is to reach. */
let stranger;
let reached = 0;
let context;
let page;
let problems;

before(async () => {
    scratch = await mkdtemp(join(tmpdir(), "camel-cards-page-"));
    server = await serve(path("web/dist/site"), { prefix: "/some/where/" });
    const { createServer } = await import("node:http");
    stranger = createServer((_, response) => {
        reached += 1;
        response.end();
    });
    await new Promise((done) => stranger.listen(0, "127.0.0.1", done));
    browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [...FLAGS, `--log-net-log=${join(scratch, "net.json")}`],
    });
    await fresh();
});

after(async () => {
    await browser?.close();
    await server?.close();
    stranger?.close();
    await rm(scratch, { recursive: true, force: true });
});

/** A page of its own, as if opened for the first time. */
async function fresh(options = {}, fragment = "") {
    await context?.close();
    context = await browser.newContext({ acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"], ...options });
    page = await context.newPage();
    problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    await page.goto(`${server.url}${fragment}`);
}

async function view(name) {
    await page.evaluate((name) => (location.hash = name), name);
    await page.locator("main > *").first().waitFor();
}

const area = () => page.getByLabel("Hands and bids");
const total = (rules) => page.locator(`output[data-rules=${rules}]`);

/** Waits until the element says this. */
async function says(locator, expected) {
    await locator.filter({ hasText: expected }).first().waitFor({ timeout: 20_000 });
}

async function totals(standard, joker) {
    const grouped = (number) => BigInt(number).toLocaleString("en-US");
    await page.waitForFunction(
        ([a, b]) => [a, b].join() === [...document.querySelectorAll("output.total")].map((output) => output.textContent).join(),
        [grouped(standard), grouped(joker)], { timeout: 60_000 });
}

async function score(input) {
    await view("score");
    if (!(await area().isVisible())) await page.getByRole("button", { name: "Clear" }).click();
    await area().fill(input);
    await page.waitForFunction((input) => document.querySelector("textarea").value === input, input);
}

async function choose(name, contents) {
    await view("score");
    const file = typeof contents === "string" ? contents : join(scratch, name);
    if (typeof contents !== "string") await writeFile(file, contents);
    await page.locator("input[type=file]").setInputFiles(file);
}

const MEGABYTE = "32T3K 765\nT55J5 684\nKK677 283\nKTJJT 220\nQQQJA 483\n".repeat(20_000);

/** Drops a file made of one piece, again and again. */
async function drop(pieces) {
    await view("score");
    await page.evaluate(([piece, pieces]) => {
        const data = new DataTransfer();
        data.items.add(new File(Array(pieces).fill(new Blob([piece])), "big.txt"));
        document.querySelector(".score").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    }, [MEGABYTE, pieces]);
}


describe("score", () => {
    test("both totals as one types, from the first line on", async () => {
        await view("score");
        await area().focus();
        await page.keyboard.type("32T3K 765");
        await totals(765, 765);
        await page.keyboard.press("Enter");
        await page.keyboard.type("T55J");
        await says(page.locator("#bad-lines"), "line 2, column 1: expected a hand of 5 cards, found 4");
        await says(page.locator(".totals .counts"), "1 bad line left out");
        await page.keyboard.type("5 684\n");
        await totals(765 + 2 * 684, 765 + 2 * 684);
        assert.equal(await page.locator("#bad-lines").textContent(), "");
    });

    test("the published cases, however written, chosen as files and typed", async () => {
        const names = (await readdir(path("testdata/cases"))).filter((name) => name.endsWith(".txt"));
        assert.ok(names.length >= 24);
        for (const name of names) {
            const [standard, joker] = (await text(`testdata/cases/${name.split(".")[0]}.answers`)).match(/\d+/g);
            await choose(name, path(`testdata/cases/${name}`));
            await totals(standard, joker);
            await page.getByRole("button", { name: "Clear" }).click();
            await totals(0, 0);
            const input = await text(`testdata/cases/${name}`);
            if (!input.includes("\r")) {
                await score(input);
                await totals(standard, joker);
            }
        }
    });

    test("every golden error, to the letter", async () => {
        const names = (await readdir(path("testdata/errors"))).filter((name) => name.endsWith(".txt"));
        assert.ok(names.length >= 20);
        for (const name of names) {
            const expected = (await text(`testdata/errors/${name.replace(".txt", ".errors")}`)).trimEnd().split("\n");
            await choose(name, path(`testdata/errors/${name}`));
            await says(page.locator("#bad-lines"), expected[0]);
            const shown = await page.locator("#bad-lines li").evaluateAll((items) =>
                items.map((item) => (item.querySelector("button") ?? item.firstChild).textContent));
            assert.deepEqual(shown, expected.slice(0, 20), name);
            await page.getByRole("button", { name: "Clear" }).click();
            await page.waitForFunction(() => !document.querySelector("#bad-lines").textContent);
        }
    });

    test("bad lines are marked where they are, and can be saved as they are", async () => {
        await score("32T3K 765\nT55J5 6x4\nKé677 28\nQQQJA 483");
        await page.locator(".mark").nth(1).waitFor();
        const marked = await page.locator(".mark").evaluateAll((marks) => marks.map((mark) => mark.querySelector("mark").textContent));
        assert.deepEqual(marked, ["x", "é"]);
        await page.getByRole("button", { name: /^line 3/ }).click();
        const selected = await area().evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
        assert.equal(selected, "é677 28");
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Save the bad lines" }).click();
        assert.equal(await readFile(await (await download).path(), "utf8"), "T55J5 6x4\nKé677 28\n");
    });

    test("gzip, and what is no whole gzip file", async () => {
        await choose("hands.txt.gz", gzipSync(EXAMPLE));
        await totals(6440, 5905);
        const two = Buffer.concat([gzipSync(EXAMPLE), gzipSync(EXAMPLE)]);
        for (const [name, bytes] of [["cut", gzipSync(EXAMPLE).subarray(0, 30)], ["two", two]]) {
            await choose(`${name}.txt.gz`, bytes);
            await says(page.locator(".totals .error"), "gzip file that cannot be unpacked");
            await says(page.locator(".totals .error"), "unpack it first");
        }
        await choose("hands.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0]));
        await says(page.locator(".totals .error"), "zstd");
    });

    test("totals past 2^53 are exact, and copied as digits", async () => {
        await score("AAAAA 18446744073709551615\n22222 18446744073709551615\n");
        await totals(3n * (2n ** 64n - 1n), 3n * (2n ** 64n - 1n));
        await page.getByRole("button", { name: "Copy the total of Part 1" }).click();
        await says(page.locator(".result.standard button"), "Copied");
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), String(3n * (2n ** 64n - 1n)));
    });

    test("ties", async () => {
        await score("22222 10\n22222 20\n22222 30\nAAAAA 40\n");
        await totals(300, 300);
        for (const [ties, expected] of [["min", 220], ["max", 340], ["dense", 140], ["ordinal", 300]]) {
            await page.getByLabel("Ties").selectOption(ties);
            await totals(expected, expected);
        }
    });

    test("charts have their numbers in tables", async () => {
        await score(EXAMPLE);
        await totals(6440, 5905);
        await page.locator(".charts[aria-busy=false] figure").first().waitFor();
        const rows = page.locator("figure", { hasText: "What jokers do" }).locator("tbody tr");
        assert.deepEqual(await rows.evaluateAll((rows) => rows.map((row) => row.innerText || row.textContent)), [
            "three of a kindfour of a kind2", "two pairfour of a kind1", "two pairtwo pair1", "one pairone pair1",
        ]);
        assert.equal(await page.locator(".charts svg").count(), 3);
    });
});

describe("table", () => {
    test("a thousand rows: sorted, filtered, searched, by keys", async () => {
        await choose("hands.txt", path("testdata/coach/hands.txt"));
        await says(page.locator(".totals .counts"), "1,000 entries");
        await view("table");
        const rows = page.locator(".rows .row");
        await rows.first().waitFor();
        assert.ok((await rows.count()) < 60, "only what is seen is there");
        const top = () => rows.first().evaluate((row) => row.innerText.split("\n"));
        assert.equal((await top())[0], "1,000");
        await page.getByLabel("Sorted by").selectOption("joker");
        await page.waitForFunction(() => document.querySelector(".rows .row :nth-child(2)").textContent === "1,000");
        await page.getByRole("button", { name: "greatest first" }).click();
        await page.waitForFunction(() => document.querySelector(".rows .row :nth-child(2)").textContent === "1");
        await page.getByRole("grid").focus();
        await page.keyboard.press("End");
        await page.waitForFunction(() => document.querySelector(".row.at :nth-child(2)")?.textContent === "1,000");
        await page.keyboard.press("Enter");
        await says(page.locator(".detail"), "Part 2: rank 1,000 of 1,000");
        await page.keyboard.press("Home");
        await page.waitForFunction(() => document.querySelector(".row.at :nth-child(2)")?.textContent === "1");
        await page.getByLabel("Hand contains").fill("J?J");
        await page.waitForFunction(() => /^\d+ of 1,000 rows$/.test(document.querySelector(".table .counts").textContent));
        // The rows follow their number, as the engine answers.
        await page.waitForFunction(() => {
            const hands = [...document.querySelectorAll(".rows .row .spelled")];
            return hands.length && hands.every((hand) => /J.J/.test(hand.textContent));
        });
        await page.getByLabel("Hand contains").fill("");
        await says(page.locator(".table .counts"), /^1,000 rows$/);
        await page.getByLabel("Type", { exact: true }).selectOption("full house");
        await page.waitForFunction(() => /^\d+ of 1,000 rows$/.test(document.querySelector(".table .counts").textContent));
        await page.waitForFunction(() => {
            const types = [...document.querySelectorAll(".rows .row :nth-child(6)")];
            return types.length > 5 && types.every((type) => type.textContent === "full house");
        });
        await page.getByLabel("Type", { exact: true }).selectOption("");
    });

    test("the table as CSV is what the command prints", async () => {
        await fresh();
        await score(EXAMPLE);
        await totals(6440, 5905);
        await view("table");
        await page.getByLabel("Sorted by").selectOption("joker");
        await page.waitForFunction(() => document.querySelector(".rows .row .spelled")?.textContent === "KTJJT");
        await page.getByRole("button", { name: "greatest first" }).click();
        await page.waitForFunction(() => document.querySelector(".rows .row .spelled")?.textContent === "32T3K");
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Save part 2 as CSV" }).click();
        assert.equal(await readFile(await (await download).path(), "utf8"),
            "rank,hand,type,bid,winnings\n1,32T3K,one pair,765,765\n2,KK677,two pair,28,56\n3,T55J5,four of a kind,684,2052\n" +
            "4,QQQJA,four of a kind,483,1932\n5,KTJJT,four of a kind,220,1100\n");
    });
});

describe("hands", () => {
    test("a hand is explained under both rules", async () => {
        await view("hands/KTJJT");
        await says(page.locator(".explanation.standard .type"), "two pair");
        await says(page.locator(".explanation.joker .type"), "four of a kind");
        await says(page.locator(".explanation.joker"), "Strength 370,272 of 371,293: it beats 99.72 % of all hands.");
        await says(page.locator(".explanation.joker"), "J stands for T");
        assert.deepEqual((await page.locator(".explanation.joker .near .spelled").allTextContents()).slice(1, 4), ["KTJJJ", "KTJJT", "KTJJK"]);
        const slider = page.getByLabel("Strength, Part 2");
        await slider.focus();
        await page.keyboard.press("End");
        await says(page.locator(".explanation.joker"), "Strength 371,293 of 371,293");
        assert.equal(await page.getByLabel("Hand: five labels").inputValue(), "AAAAA");
        await page.getByLabel("Hand: five labels").fill("2jjjj");
        await says(page.locator(".explanation.joker .type"), "five of a kind");
        await page.getByLabel("Hand: five labels").fill("2X");
        await says(page.locator(".slot").first(), "X is not a label");
    });

    test("two hands, and the card that decides is lit", async () => {
        await view("hands/KK677/KTJJT");
        await says(page.locator(".verdict"), "KK677 wins: both are two pair, card 2 decides, K over T.");
        await says(page.locator(".verdict"), "KTJJT wins: four of a kind beats two pair.");
        assert.deepEqual(await page.locator(".verdict .lit .label").allTextContents(), ["K", "T"]);
    });
});

describe("coach", () => {
    test("three wrong answers and a right one", async () => {
        const rows = (await text("testdata/separating/totals.tsv")).trim().split("\n").slice(1).map((row) => row.split("\t"));
        const of = (rules, id) => rows.find((row) => row[0] === rules && row[1] === id)[2];
        const hands = (await text("testdata/separating/separating.txt")).trim().split("\n").length;
        await choose("separating.txt", path("testdata/separating/separating.txt"));
        await says(page.locator(".totals .counts"), `${hands} entries`);
        await view("coach");
        for (const [part, rules, id] of [["part 2", "joker", "J1"], ["part 1", "standard", "S1"], ["part 2", "joker", "J9"]]) {
            await page.getByText(part, { exact: true }).click();
            await page.getByLabel("Your answer").fill(of(rules, id));
            const report = page.locator(".report").first();
            await says(report, `certain  ${id}`);
            await says(report, "change");
            assert.equal(await report.locator(".card").count(), 10, `${id} draws two hands`);
        }
        await page.getByLabel("Your answer").fill(of("joker", "right"));
        await says(page.locator(".findings"), "is the answer to part 2");
        await page.getByLabel("Your answer").fill("12e4");
        await says(page.locator(".answer"), "expected a whole number");
    });

    test("the right total is shown only when it is asked for", async () => {
        // The page shows it under Score, where one need not go.
        await fresh({}, "#coach");
        await page.getByLabel("Paste your input").fill(await text("testdata/coach/hands.txt"));
        await page.getByLabel("Paste your input").waitFor({ state: "hidden" });
        for (const [part, right] of [["part 1", 247707716], ["part 2", 248322016]]) {
            await page.getByText(part, { exact: true }).click();
            // A mistake, ranks from −2, one entry’s winnings, and a total that no order gives.
            for (const answer of [part === "part 1" ? 247100754 : 248403366, right - 3 * 500500, right - 412000, 1]) {
                await page.getByLabel("Your answer").fill(String(answer));
                const found = page.locator(".findings").first();
                await says(found, `${answer} is too ${answer < right ? "low" : "high"} for ${part}`);
                const numbers = (await found.textContent()).replaceAll(",", "").match(/\d+/g);
                for (const secret of [247707716, 248322016, right - answer, answer - right]) assert.ok(!numbers.includes(String(secret)), `${secret}`);
                await found.getByRole("button", { name: "Reveal the right total" }).click();
                await says(found, `the total winnings of ${part}`);
                await says(found, ` are ${right}`);
            }
        }
    });

    test("the first pair of an order that is out of place", async () => {
        await choose("hands.txt", path("testdata/coach/hands.txt"));
        await says(page.locator(".totals .counts"), "1,000 entries");
        await view("coach");
        await page.getByText("part 2", { exact: true }).click();
        await page.getByLabel("Your order").fill(await text("testdata/coach/order-j1.txt"));
        await says(page.locator(".findings").nth(1), "the first wrong pair, with places in your list");
        await says(page.locator(".findings").nth(1), "certain  J1");
    });
});

describe("judge", () => {
    test("a program that asks somebody for its input is refused", async () => {
        await view("judge");
        await page.getByLabel("Your program").fill(`console.log((await (await fetch("http://127.0.0.1:${stranger.address().port}/")).text()).length)`);
        await page.getByRole("button", { name: "Judge it" }).click();
        await says(page.locator(".findings"), "The page blocked a request");
        problems.length = 0;
    });
});

describe("practise", () => {
    test("right and wrong guesses, by keys and by hand", async () => {
        await view("practise");
        for (let i = 0; i < 12; i++) {
            await page.locator(".pick").first().waitFor();
            if (i % 2) await page.keyboard.press(String(1 + (i % 3 ? 1 : 0)));
            else await page.locator(".pick").nth(i % 3 ? 1 : 0).click();
            await page.locator(".reason .comparison").waitFor();
            const verdict = await page.locator(".reason p").first().textContent();
            const won = await page.locator(".pick").evaluateAll((picks) => picks.findIndex((pick) => pick.classList.contains("wins")));
            assert.equal(verdict.startsWith("Right"), won === (i % 3 ? 1 : 0));
            await page.keyboard.press("n");
            await page.waitForFunction(() => !document.querySelector(".reason").firstChild);
        }
        await says(page.locator(".practise .counts"), "of 12 guesses right");
    });
});

describe("links", () => {
    test("a small input, a hand and a comparison are restored", async () => {
        await score(EXAMPLE);
        await totals(6440, 5905);
        await page.getByRole("button", { name: "Copy a link to this input" }).click();
        await says(page.locator(".totals"), "Copied");
        const link = await page.evaluate(() => navigator.clipboard.readText());
        assert.ok(link.startsWith(`${server.url}#input/`) && link.length < 200, link);
        await fresh({}, link.slice(server.url.length));
        await totals(6440, 5905);
        assert.equal(await area().inputValue(), EXAMPLE);
        await fresh({}, "#hands/2JJJJ");
        await says(page.locator(".explanation.joker .type"), "five of a kind");
        await fresh({}, "#hands/KK677/KTJJT");
        await says(page.locator(".verdict"), "card 2 decides");
        await fresh({}, "#input/broken!");
        await says(page.locator("#banner"), "cannot be unpacked");
        await fresh();
    });
});

describe("large files", () => {
    /** The tally of so many copies, by doubling. */
    function expected(pieces) {
        let [all, power] = [new Tally(), Tally.read(MEGABYTE)];
        for (let left = pieces; left; left = Math.floor(left / 2)) {
            if (left % 2) all.merge(power);
            power.merge(Tally.fromBytes(power.toBytes()));
        }
        return all.score().winnings;
    }

    test("a gigabyte: a bar, a cancel, a finish, and a page that stays live", async () => {
        await drop(1024);
        await page.waitForFunction(() => document.querySelector("progress").value > 0.05);
        assert.match(await page.locator(".file .hint").textContent(), /MB of 1.0 GB, .* a second, \d+ s left/);
        await page.getByRole("button", { name: "Cancel" }).click();
        await says(page.locator(".totals .error"), "Cancelled");
        await drop(1024);
        await page.waitForFunction(() => document.querySelector("progress").value > 0.2);
        // Another view works meanwhile.
        await view("hands/KTJJT");
        await says(page.locator(".explanation.joker .type"), "four of a kind");
        await view("score");
        const { standard, joker } = expected(1024);
        await totals(standard, joker);
        await view("table");
        await says(page.locator(".table .empty"), "too many entries for a table");
    });

    test("a file that packs well can be cancelled", async () => {
        const packed = gzipSync(Buffer.alloc(400e6, "32T3K 765\n"));
        await choose("big.txt.gz", packed);
        await page.waitForFunction(() => document.querySelector("progress").value > 0.1);
        await page.getByRole("button", { name: "Cancel" }).click();
        await says(page.locator(".totals .error"), "Cancelled");
    });

    test("bad lines by the hundred thousand are saved, not lost", async () => {
        await choose("bad.txt", Buffer.from("x\nAAAAA 1\n".repeat(200_000)));
        await says(page.locator(".totals .counts"), "200,000 bad lines left out");
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Save the bad lines" }).click();
        assert.equal(await readFile(await (await download).path(), "utf8"), "x\n".repeat(200_000));
    });

    test("a table of ten million rows", async () => {
        await fresh();
        await drop(100);
        await says(page.locator(".totals .counts"), "10,000,000 entries");
        await view("table");
        await page.locator(".rows .row").first().waitFor({ timeout: 60_000 });
        await says(page.locator(".table .counts"), "10,000,000 rows");
        const first = () => page.locator(".rows .row :first-child").first().textContent();
        assert.equal(await first(), "10,000,000");
        await page.getByRole("grid").focus();
        await page.keyboard.press("End");
        await page.waitForFunction(() => document.querySelector(".row.at :first-child")?.textContent === "1");
        await page.getByLabel("Go to row").fill("5000001");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelector(".row.at :first-child")?.textContent === "5,000,000");
        // The wheel goes by rows, not by what a pixel of the bar stands for.
        await page.locator(".grid").hover();
        const before = Number((await first()).replaceAll(",", ""));
        await page.mouse.wheel(0, 340);
        await page.waitForFunction((before) => {
            const now = Number(document.querySelector(".rows .row :first-child").textContent.replaceAll(",", ""));
            return before - now === 10;
        }, before);
        await page.getByLabel("Hand contains").fill("JJ");
        await says(page.locator(".table .counts"), "2,000,000 of 10,000,000 rows");
    });
});

describe("when the engine dies", () => {
    const killed = async (kill) => {
        await Promise.all([kill(page.workers()[0]).catch(() => {}), page.waitForEvent("worker")]);
    };

    test("killed mid-way, the page says so and goes on with a fresh one", async () => {
        await fresh();
        await score(EXAMPLE);
        await totals(6440, 5905);
        await killed((worker) => worker.evaluate(() => self.close()));
        await says(page.locator("#banner"), "The engine stopped: its thread ended. A fresh one has been started.");
        await totals(6440, 5905);
        await view("hands/KTJJT");
        await says(page.locator(".explanation.joker .type"), "four of a kind");
    });

    test("killed in the middle of a file, too", async () => {
        await drop(1024);
        await page.waitForFunction(() => document.querySelector("progress").value > 0.1);
        await killed((worker) => worker.evaluate(() => self.close()));
        await says(page.locator(".totals .error"), "The engine stopped: its thread ended");
        assert.ok(await page.locator("progress").isHidden());
        await score(EXAMPLE);
        await totals(6440, 5905);
    });

    test("a panic is shown with its message", async () => {
        await killed((worker) => worker.evaluate(() =>
            self.onmessage({ data: { id: -1, method: "fail", args: ["out of camels"] } })));
        await says(page.locator("#banner"), "out of camels. A fresh one has been started.");
        await view("score");
        await totals(6440, 5905);
        problems.length = 0;
    });
});

describe("the page itself", () => {
    for (const theme of ["light", "dark"]) {
        test(`axe finds nothing, in the ${theme} theme, on any view`, async () => {
            const axe = await readFile(path("web/node_modules/axe-core/axe.min.js"), "utf8");
            await fresh({ colorScheme: theme, reducedMotion: "reduce" });
            await score("32T3K 765\nT55J5 68x\nKTJJT 220\nQQQJA 483\n");
            await says(page.locator("#bad-lines"), "1 bad line");
            for (const name of VIEWS) {
                await view(name);
                if (name === "coach") {
                    await page.getByLabel("Your answer").fill("1");
                    await says(page.locator(".findings"), "wrong  1 is too low");
                }
                if (name === "judge") {
                    await page.getByLabel("Your program").fill("(text) => text.length");
                    await page.getByRole("button", { name: "Judge it" }).click();
                    await says(page.locator(".findings"), "wrong under standard rules (part 1)");
                }
                if (name === "practise") {
                    await page.locator(".pick").first().click();
                    await page.locator(".reason .comparison").waitFor();
                }
                await page.waitForTimeout(300);
                await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
                // Evaluated by the debugger, which no policy of the page concerns.
                await page.evaluate(axe);
                const { violations, passes } = await page.evaluate(() => window.axe.run());
                const said = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
                assert.deepEqual(said, [], name);
                assert.ok(passes.length > 10);
            }
        });
    }

    test("axe finds nothing in the table while its rows are on their way", async () => {
        const axe = await readFile(path("web/node_modules/axe-core/axe.min.js"), "utf8");
        await fresh({ reducedMotion: "reduce" });
        await score(EXAMPLE);
        await totals(6440, 5905);
        // From here on the engine does not answer.
        await page.evaluate(() => (Worker.prototype.postMessage = () => {}));
        await view("table");
        await page.getByRole("grid").waitFor();
        await says(page.locator(".table .empty"), "Sorting…");
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        const said = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
        assert.deepEqual(said, []);
    });

    test("no view is wider than a narrow window, nor at 200 %", async () => {
        for (const width of [320, 640, 1280, 2200]) {
            await fresh({ viewport: { width, height: 800 } });
            await choose("hands.txt", path("testdata/coach/hands.txt"));
            await says(page.locator(".totals .counts"), "1,000 entries");
            for (const name of VIEWS) {
                await view(name);
                await page.waitForTimeout(150);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= width, `${name} is ${wide} wide at ${width}`);
            }
        }
    });

    test("from 560 pixels on the navigation is one line", async () => {
        await fresh();
        for (const width of [560, 640, 700, 820, 900, 992, 993, 1024]) {
            await page.setViewportSize({ width, height: 800 });
            const tops = await page.locator("nav a").evaluateAll((links) => links.map((link) => link.offsetTop));
            assert.equal(new Set(tops).size, 1, `${width} pixels`);
        }
    });

    test("the keyboard reaches everything, and one sees where it is", async () => {
        await fresh();
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to content");
        await page.keyboard.press("Enter");
        assert.equal(await page.evaluate(() => document.activeElement.id), "main");
        for (const name of VIEWS) {
            await view(name);
            const reachable = await page.evaluate(() =>
                [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary)")]
                    .filter((element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0 && element.type !== "radio").length);
            const reached = new Set();
            await page.evaluate(() => document.querySelector("main").focus());
            for (let i = 0; i < reachable + 30; i++) {
                await page.keyboard.press("Tab");
                const [key, outlined] = await page.evaluate(() => {
                    const { activeElement: at } = document;
                    if (!at.closest("main")) return [null];
                    at.dataset.reached ??= String(Math.random());
                    const shown = [at, at.nextElementSibling, at.closest(".pane")].filter(Boolean);
                    return [at.type === "radio" ? null : at.dataset.reached, shown.some((element) => getComputedStyle(element).outlineStyle !== "none")];
                });
                if (key) {
                    reached.add(key);
                    assert.ok(outlined, `${name}: nothing shows where the focus is`);
                }
            }
            assert.ok(reached.size >= reachable, `${name}: ${reached.size} of ${reachable} reached`);
        }
    });

    test("a fragment that nobody made shows a view all the same", async () => {
        for (const fragment of ["#main", "#constructor", "#toString", "#hands/%E0%A4%A", "#table/x/y", "#/", "#input/"]) {
            await fresh({}, fragment);
            await page.locator("main > *").waitFor();
            assert.match(await page.title(), /^(Score|Table) · Camel Cards$/);
            assert.deepEqual(problems, [], fragment);
        }
        await fresh({}, "#hands/10QQA");
        await says(page.locator("#banner"), "10QQA is not a hand");
    });

    test("a reload keeps what was typed, and what a button replaced can be had back", async () => {
        await fresh();
        await score(EXAMPLE);
        await totals(6440, 5905);
        await page.reload();
        await totals(6440, 5905);
        await page.getByRole("button", { name: "1,000 random hands" }).click();
        await says(page.locator(".totals .counts"), "1,000 entries");
        await page.getByRole("button", { name: "Restore the previous input" }).click();
        await totals(6440, 5905);
    });

    test("its script has nothing of what a policy cannot forbid", async () => {
        const html = await text("web/dist/site/index.html");
        const beyond = /RTCPeerConnection|WebTransport|\bopen\(["'`]|\blocation\s*=[^=]|location\.(href\s*=[^=]|assign|replace)|sendBeacon|XMLHttpRequest|EventSource|WebSocket|<iframe|createElement\("?iframe/;
        assert.equal(beyond.exec(html)?.[0], undefined);
        assert.match(html, /connect-src 'none'/);
    });

    test("the theme can be chosen, and stays", async () => {
        const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        const light = await paper();
        await page.getByLabel("Theme").selectOption("dark");
        const dark = await paper();
        assert.notEqual(light, dark);
        await page.reload();
        assert.equal(await paper(), dark);
        await page.getByLabel("Theme").selectOption("auto");
    });

    test("as a file, without a server", async () => {
        await page.goto(`file://${path("web/dist/site/camel-cards.html")}`);
        await score(EXAMPLE);
        await totals(6440, 5905);
        await view("hands/KTJJT");
        await says(page.locator(".explanation.joker .type"), "four of a kind");
        assert.deepEqual(problems, []);
    });

    test("without the server, once it has been loaded", async () => {
        await fresh();
        await page.evaluate(() => navigator.serviceWorker.ready);
        await server.close();
        await page.reload();
        await score(EXAMPLE);
        await totals(6440, 5905);
        const { port } = new URL(server.url);
        server = await serve(path("web/dist/site"), { prefix: "/some/where/", port: Number(port) });
    });

    test("the policy bites, in the page and in the engine's thread", async () => {
        await fresh();
        await score(EXAMPLE);
        await totals(6440, 5905);
        assert.deepEqual(problems, []);
        const address = `http://127.0.0.1:${stranger.address().port}/`;
        const attempt = async (address) => {
            const tries = [() => fetch(address), () => fetch(address, { mode: "no-cors", method: "POST", body: "secret" }), () => import(address)];
            const failed = (promise) => promise.then(() => false, () => true);
            const results = await Promise.all(tries.map((run) => failed(run())));
            const socket = await failed(new Promise((open, refuse) => {
                const socket = new WebSocket(address.replace("http", "ws"));
                [socket.onopen, socket.onerror] = [open, refuse];
            }).catch(() => Promise.reject()));
            return [...results, socket];
        };
        const violated = page.evaluate(() => new Promise((done) => {
            document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective), { once: true });
        }));
        assert.deepEqual(await page.evaluate(attempt, address), [true, true, true, true]);
        assert.equal(await violated, "connect-src");
        assert.deepEqual(await page.workers()[0].evaluate(attempt, address), [true, true, true, true]);
        await page.evaluate((address) => {
            navigator.sendBeacon(address, "secret");
            for (const [tag, attribute] of [["img", "src"], ["script", "src"], ["iframe", "src"], ["object", "data"]]) {
                const element = document.createElement(tag);
                element[attribute] = address;
                document.body.append(element);
            }
            const form = document.createElement("form");
            [form.action, form.method] = [address, "post"];
            document.body.append(form);
            form.submit();
        }, address);
        await page.waitForTimeout(500);
        assert.equal(reached, 0);
        assert.ok(problems.some((problem) => /Content Security Policy/.test(problem)));
    });

    test("nothing was asked of anyone but the page's own server, for the page", async () => {
        // Without the policy, something is: so that the log is known to tell of it.
        await fresh({ bypassCSP: true });
        const canary = `http://127.0.0.1:${stranger.address().port}/canary`;
        await page.evaluate((canary) => fetch(canary, { mode: "no-cors" }), canary);
        assert.equal(reached, 1);
        await context.close();
        await browser.close();

        const log = JSON.parse(await readFile(join(scratch, "net.json"), "utf8"));
        const start = log.constants.logEventTypes.URL_REQUEST_START_JOB;
        // All that went anywhere, by whomever, but for what the browser asks its maker on its own.
        const byBrowser = ({ url, initiator }) => initiator === "not an origin" && /^https?:\/\/[^/]*\.google(apis)?\.com\//.test(url);
        const requests = log.events.filter(({ type, params }) => type === start && params?.url).map(({ params }) => params);
        const away = requests.filter((request) => !/^(blob|chrome|data|file):/.test(request.url) && !byBrowser(request));
        const asked = new Set(away.map(({ url }) => url.split("#")[0]));
        const own = ["", "sw.js"].map((name) => `${server.url}${name}`);
        assert.deepEqual([...asked].sort(), [...own, canary].sort());
    });
});
