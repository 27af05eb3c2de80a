// Programs in Python, judged in a real browser by the page that has Python in it: as a file, and below a prefix of a site.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { generate } from "../dist/npm/index.js";
import { serve } from "../serve.mjs";

const COMMAND = process.env.CAMEL_CARDS;
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const programs = path("../../testdata/programs/python");
const text = (name) => readFile(join(programs, name), "utf8");
const [, ...ROWS] = (await text("programs.tsv")).replace(/\n$/, "").split("\n").map((row) => row.split("\t"));
const PAGE = "camel-cards-python.html";
const FILE = `file://${path(`../dist/site/${PAGE}`)}#judge`;

let scratch;
let browser;
let server;
/** A server that nobody is to reach. */
let stranger;
let reached = 0;
let page;
let problems;
let requests;

before(async () => {
    scratch = await mkdtemp(join(tmpdir(), "camel-cards-python-"));
    server = await serve(path("../dist/site"), { prefix: "/some/where/" });
    stranger = createServer((_, response) => {
        reached += 1;
        response.setHeader("Access-Control-Allow-Origin", "*");
        response.end("1");
    });
    await new Promise((done) => stranger.listen(0, "127.0.0.1", done));
    const args = ["--headless", "--no-sandbox", "--disable-gpu"];
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
});

after(async () => {
    await browser?.close();
    await server?.close();
    stranger?.close();
    await rm(scratch, { recursive: true, force: true });
});

async function open(url, options) {
    await page?.context().close();
    page = await (await browser.newContext(options)).newPage();
    // An endless program need not take the page's time limit of 10 s: judge.test.mjs tests that.
    await page.addInitScript(() => {
        const later = setTimeout;
        window.setTimeout = (call, wait) => later(call, Math.min(wait, 3000));
    });
    [problems, requests] = [[], []];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("request", (request) => /^(data|blob):/.test(request.url()) || requests.push(request.url().split("#")[0]));
    await page.goto(url);
}

const button = (name) => page.getByRole("button", { name, exact: true });
const code = () => page.getByLabel("Your program");
const found = () => page.locator(".findings").first();
const busy = (said) => page.locator(".busy", { hasText: said }).waitFor({ timeout: 100_000 });

/** Chooses a file, or all of a folder. */
async function choose(...names) {
    const isFolder = (await stat(join(programs, names[0]))).isDirectory();
    await code().fill("");
    await page.locator(`main input[type=file]${isFolder ? "[webkitdirectory]" : ":not([webkitdirectory])"}`).setInputFiles(names.map((name) => join(programs, name)));
    // Of several files, none may be chosen to run.
    const isOne = names.length === 1 && !isFolder;
    await page.waitForFunction((isOne) => document.querySelector("main textarea").value || (!isOne && document.querySelector("main select").value === ""), isOne);
}

/** What the page says of the program that is there, or of a pasted one. */
async function judged(program) {
    if (program !== undefined) await code().fill(program);
    await button("Judge it").click();
    await button("Judge it").waitFor({ timeout: 200_000 });
    return (await page.locator(".busy").textContent()) + (await found().innerText());
}

/** How its report begins, or goes on after a part that is right. */
const begins = (verdict, rules) => (["right", "wrong", "crash"].includes(verdict) ? `${verdict} under ${rules} rules` : verdict);

/** The command's verdict on a program, in a folder that has an input. */
async function commanded(name, run) {
    const folder = await mkdtemp(join(scratch, "program-"));
    const isFolder = (await stat(join(programs, name))).isDirectory();
    await cp(join(programs, name), isFolder ? folder : join(folder, name), { recursive: true });
    const source = await readFile(join(folder, run.split(" ")[0]), "utf8");
    await writeFile(join(folder, /"(\w+\.txt)"/.exec(source)?.[1] ?? "input"), generate("puzzle", 5n));
    const args = ["judge", "--format", "json", "--timeout", "2", "python3", ...run.split(" ")];
    const stdout = await new Promise((done) => execFile(COMMAND, args, { cwd: folder }, (_, stdout) => done(stdout)));
    return JSON.parse(stdout);
}

test("thirty programs, of which the command says what is in the table", async () => {
    assert.deepEqual([ROWS.length, ROWS.filter(([, , verdict]) => verdict === "right").length], [30, 20]);
    const files = (await readdir(programs)).filter((name) => name !== "programs.tsv");
    assert.deepEqual(ROWS.map(([name]) => name), files.sort());
    const rest = ROWS.filter(([, run]) => run !== "-").values();
    const lane = async () => {
        for (const row of rest) {
            const [name, run, verdict, rules, mistake] = row;
            const said = await commanded(name, run);
            const mistakes = (said.findings[0]?.mistakes ?? []).join("+");
            assert.deepEqual([said.verdict, said.rules.length === 2 ? "both" : said.rules.join(), mistakes], [verdict, rules, mistake], name);
            row.push(said.input);
        }
    };
    await Promise.all([lane(), lane()]);
});

// Where the page is from makes no difference to a program: on a site, some are enough.
const SOME = ROWS.filter((_, at) => at % 4 === 0);
for (const [kind, url, rows] of [["as a file", () => FILE, ROWS], ["on a site", () => `${server.url}${PAGE}#judge`, SOME]]) {
    describe(kind, () => {
        before(() => open(url()));

        for (const row of rows) {
            const [name, , verdict, rules, mistake] = row;
            test(`${name} is judged as the command judges it`, async () => {
                await choose(name);
                const said = await judged();
                assert.match(said, new RegExp(`Judged as Python by \\d+ runs\\.[^]*${begins(verdict, rules)}`));
                if (verdict === "right") assert.doesNotMatch(said, /wrong under|crash/);
                if (mistake) assert.match(said, new RegExp(`certain  ${mistake.replace("+", " \\+ ")}  `));
                // The smallest input, as the command found it.
                if (row[5] && ["wrong", "crash"].includes(verdict)) assert.ok(said.includes(row[5].trimEnd()), said);
                assert.deepEqual(problems, []);
            });
        }

        test("nothing was asked of anyone but the page, and its service worker", async () => {
            const own = url().split("#")[0];
            assert.deepEqual([...new Set(requests)].filter((url) => url !== own && url !== `${server.url}sw.js`), []);
            assert.equal(reached, 0);
        });
    });
}

describe("a run", () => {
    const right = async () => (await text("open-file.py")).replace("input.txt", "/home/camel/day 7/in.dat");

    test("knows nothing of those before, whatever they changed", async () => {
        const marks = `
import builtins, json, os, sys, random
from pathlib import Path
assert not hasattr(builtins, "seen") and not hasattr(json, "seen") and "seen" not in globals(), "a global"
assert "colorsys" not in sys.modules and "nowhere" not in sys.path and len.__name__ == "len", "a module"
assert sys.getrecursionlimit() != 12345 and os.getcwd() != "/tmp" and not os.listdir("/tmp"), "a setting"
assert not Path("seen").exists() and not os.path.exists("/seen"), "a file"
import colorsys
seen = builtins.seen = json.seen = left_open = open(0)
builtins.len = lambda _: 0
Path("/seen").write_text("1"); Path("/tmp/seen").write_text("1"); Path("seen").mkdir()
sys.path.append("nowhere"); sys.setrecursionlimit(12345); os.chdir("/tmp"); sys.stdout.flush()
`;
        assert.match(await judged(`${marks}\n${await right()}\nsys.stdout = None`), /^Judged[^]*right under both rules/);
    });

    test("tells the line of an exception, in the pasted text and in a module", async () => {
        assert.match(await judged("import sys\n\ndef solve(text):\n    return int(text)\n\nprint(solve(sys.stdin.read()))"), /raised ValueError[^]*ValueError: invalid literal[^]*\(line 4\)/);
        await choose("wrong-in-helper");
        assert.match(await judged(), /KeyError: 'A' \(wrong-in-helper\/helpers\.py, line 5\)/);
        assert.match(await judged("print('x'"), /This cannot be read as Python: line 1, '\(' was never closed\./);
        assert.match(await judged("for line in open(0):\n    pass\nawait line"), /This cannot be read as Python: line 3, 'await' outside function/);
        assert.match(await judged("import sys\nsys.exit('no hands')"), /ended with exit status 1[^]*no hands/);
        assert.match(await judged("def f():\n    return f()\nprint(open(0).read(), f())"), /raised RecursionError[^]*\(line 2\)/);
    });

    test("names a package that is not there, and who has it", async () => {
        const said = await judged("import sys\nimport pandas as pd\nprint(pd.read_csv(sys.stdin))");
        assert.match(said, /ModuleNotFoundError: No module named 'pandas' \(line 2\)\n.*only the standard library[^]*camel-cards judge/);
    });

    test("may leave its answer as a value, as in a cell", async () => {
        const program = (await text("function-of-text.py")) + '\nsolve(open("input.txt").read())';
        assert.match(await judged(program), /right under both rules/);
        assert.match(await judged((await text("class-solution.py")).replace("part_two", "_two")), /right under standard rules/);
    });

    test("reads an input without a newline at its end as it is", async () => {
        const program = 'import sys\nlines = sys.stdin.read().split("\\n")\nassert lines[-1]\n' + (await text("input-loop.py")).replace("input()", "lines.pop(0)").replace("EOFError", "IndexError");
        assert.match(await judged(program), /right under standard rules[^]*as if pasted/);
    });

    test("that is endless ends with its Python; another starts", async () => {
        assert.match(await judged("import sys\nsys.stdin.read()\nwhile True: pass"), /timeout\n[^]*no answer in time/);
        assert.match(await judged(await right()), /right under both rules/);
        await code().fill("while True: pass");
        await button("Judge it").click();
        await busy("so far");
        await button("Stop").click();
        await busy("Stopped.");
        assert.match(await judged(await right()), /right under both rules/);
    });
});

describe("several files", () => {
    test("the one that is run is asked for if it is not plain", async () => {
        await choose("open-file.py", "golf.py");
        assert.match(await judged(), /First choose the file to run/);
        await page.getByLabel("The file to run").selectOption("golf.py");
        assert.match(await code().inputValue(), /^L=/);
        assert.match(await judged(), /right under/);
        await choose("year");
        assert.equal(await page.getByLabel("The file to run").inputValue(), "year/2023/day07.py");
        await page.getByLabel("The file to run").selectOption("year/2023/day08.py");
        assert.match(await judged(), /wrong under|not read/);
        await button("Remove the files").click();
        assert.equal(await code().inputValue(), "");
    });

    test("what is edited is what is run", async () => {
        await choose("with-modules");
        await code().fill((await code().inputValue()).replace("enumerate(entries, 1)", "enumerate(entries)"));
        await page.getByLabel("The file to run").selectOption("with-modules/helpers.py");
        await page.getByLabel("The file to run").selectOption("with-modules/day07.py");
        assert.match(await judged(), /wrong under standard rules[^]*ranks begin at 0/);
        // A single file is as good as pasted.
        await choose("golf.py");
        assert.match(await judged("(text) => text.length"), /^Judged as JavaScript[^]*wrong under/);
    });

    test("dropped ones, a folder, and a notebook", async () => {
        await open(`${server.url}${PAGE}#judge`);
        const session = await page.context().newCDPSession(page);
        const drop = async (...names) => {
            const { x, y } = await code().boundingBox();
            const data = { items: [], files: names.map((name) => join(programs, name)), dragOperationsMask: 1 };
            for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: x + 9, y: y + 9, data });
        };
        await drop("with-modules");
        await page.waitForFunction(() => document.querySelector("main select").value === "with-modules/day07.py");
        assert.match(await judged(), /right under both rules/);
        await drop("notebook.ipynb");
        await page.waitForFunction(() => /def total/.test(document.querySelector("main textarea").value));
        assert.doesNotMatch(await code().inputValue(), /%|!pip|head -3/);
        await drop("programs.tsv");
        await page.locator("#banner", { hasText: "No program among these files" }).waitFor();
    });
});

describe("the network", () => {
    /** A program that tries all that Python and its worker have, and raises what became of it. */
    const attempts = (address, only = "") => `
import http.client, socket, urllib.request
import js, pyodide_js
from pyodide.code import run_js
from pyodide.ffi import run_sync, to_js, create_proxy
from pyodide.http import open_url, pyfetch
address = ${JSON.stringify(address)}
host = address.split("/")[2]

def http_client():
    http.client.HTTPConnection(host, timeout=1).request("GET", "/")

def raw_socket():
    with socket.create_connection(host.split(":"), 1) as s:
        s.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
        assert s.recv(1)

def request():
    one = js.XMLHttpRequest.new()
    one.open("GET", address, False)
    one.send()

def event(target):
    def wait(done, fail):
        target.onopen = target.onmessage = create_proxy(lambda _: done(1))
        target.onerror = create_proxy(lambda _: fail(js.Error.new("refused")))
    run_sync(js.Promise.race(to_js([js.Promise.new(create_proxy(wait)), js.Promise.new(create_proxy(lambda done, fail: js.setTimeout(fail, 300)))])))

def micropip():
    import micropip
    run_sync(micropip.install("lodash"))

def package():
    run_sync(pyodide_js.loadPackage("numpy"))
    import numpy

tries = dict(
    urllib=lambda: urllib.request.urlopen(address), http_client=http_client, socket=raw_socket, micropip=micropip, package=package,
    open_url=lambda: open_url(address), pyfetch=lambda: run_sync(pyfetch(address)),
    fetch=lambda: run_sync(js.fetch(address, to_js({"mode": "no-cors"}, dict_converter=js.Object.fromEntries))),
    XMLHttpRequest=request, WebSocket=lambda: event(js.WebSocket.new(address.replace("http", "ws"))),
    EventSource=lambda: event(js.EventSource.new(address)), importScripts=lambda: js.importScripts(address),
    Worker=lambda: event(js.Worker.new(address)), caches=lambda: run_sync(js.caches.open("camel-cards")), indexedDB=lambda: js.indexedDB.open("camel-cards"),
    run_js=lambda: run_sync(run_js(f"import('{address}')")), script=lambda: run_sync(js.Function.new(f"return import('{address}')")()),
    font=lambda: run_sync(js.FontFace.new("one", f"url({address})").load()), WebTransport=lambda: run_sync(js.WebTransport.new(address.replace("http:", "https:")).ready),
    page=lambda: js.document.title, storage=lambda: js.localStorage.length,
)
left = []
only = ${JSON.stringify(only)}.split()
for name, attempt in tries.items():
    if only and name not in only:
        continue
    try:
        attempt()
        left.append(name)
    except BaseException:
        pass
raise RuntimeError("left: " + ",".join(left) + ".")`;

    test("nothing leaves, and nothing is kept", async () => {
        for (const url of [FILE, `${server.url}${PAGE}#judge`]) {
            for (const address of [`http://127.0.0.1:${stranger.address().port}/`, `${server.url}sw.js`]) {
                await open(url);
                const answered = [];
                page.on("response", (response) => answered.push(response.url()));
                const said = await judged(attempts(address));
                assert.match(said, /RuntimeError: left: \. \(line \d+\)/);
                assert.match(said, /The page blocked a request/);
                assert.deepEqual(answered.filter((url) => url.startsWith("http") && url !== `${server.url}sw.js`), []);
            }
        }
        assert.equal(reached, 0);
    });

    test("without the policy the same program gets out", async () => {
        await open(`${server.url}${PAGE}#judge`, { bypassCSP: true });
        // Others would wait for what never comes.
        assert.match(await judged(attempts(`http://127.0.0.1:${stranger.address().port}/`, "open_url pyfetch fetch XMLHttpRequest")), /left: open_url,pyfetch,fetch,XMLHttpRequest\./);
        assert.ok(reached > 0);
    });
});

describe("the ordinary page", () => {
    test("offers the one with Python, which has what was pasted, and works without the server", async () => {
        const program = await text("path-read-text.py");
        await open(`${server.url}#judge`);
        await code().fill(program);
        await found().getByText(/This is Python/).waitFor();
        const link = found().getByRole("link");
        const { size } = await stat(path(`../dist/site/${PAGE}`));
        assert.equal(await link.textContent(), `open it (${(size / 1e6).toFixed(1)} MB)`);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await link.click();
        await page.waitForURL(/python\.html#judge$/);
        assert.equal(await code().inputValue(), program);
        assert.match(await judged(), /right under both rules/);
        await page.waitForFunction(async (name) => (await caches.match(new URL(name, location.href))) !== undefined, PAGE);
        const { port } = new URL(server.url);
        await server.close();
        await page.reload();
        assert.equal(await code().inputValue(), program);
        assert.match(await judged(), /right under both rules/);
        server = await serve(path("../dist/site"), { prefix: "/some/where/", port: Number(port) });
    });

    test("the one with Python is kept, too, if it is the first that is opened", async () => {
        await open(`${server.url}${PAGE}#judge`);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(async (name) => (await caches.match(new URL(name, location.href))) !== undefined, PAGE);
    });

    test("as a file it names the other", async () => {
        await open(FILE.replace("-python", ""));
        assert.match(await judged(await text("golf.py")), /This is Python[^]*camel-cards-python\.html \(\d+\.\d MB\)[^]*camel-cards judge/);
        assert.match(await judged("const x: number = 1;\nfunction solve(text: string): number { return text.length * x; }"), /wrong under/);
    });
});

describe("the view", () => {
    for (const colorScheme of ["light", "dark"]) {
        test(`axe finds nothing, in the ${colorScheme} theme`, async () => {
            const axe = await readFile(path("../node_modules/axe-core/axe.min.js"), "utf8");
            await open(FILE, { colorScheme, reducedMotion: "reduce", viewport: { width: 320, height: 800 } });
            const check = async (state) => {
                await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
                await page.evaluate(axe);
                const { violations } = await page.evaluate(() => window.axe.run());
                assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)), [], state);
                assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, state);
            };
            await code().fill(await text("wrong-joker-as-jack.py"));
            await button("Judge it").click();
            await check("starting");
            await button("Judge it").waitFor({ timeout: 100_000 });
            await check("wrong");
            for (const name of ["golf.py", "wrong-in-helper", "wrong-needs-numpy.py"]) {
                await choose(name);
                await judged();
                await check(name);
            }
            await choose("open-file.py", "golf.py");
            await check("several");
        });
    }
});
