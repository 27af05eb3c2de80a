// "Is my program right?": a pasted program is run on inputs whose answers are known.

import { bytes, choice, copyButton, debounced, field, h, plural, save } from "../dom";
import { Engine } from "../engine";
import { isPython, mainOf, pasted, programOf, type Named } from "../files";
import { hasPython, javaScript, python, runAll, type Source } from "../program";
import { answersReport, drawReport, orderReport } from "../report";
import { engine } from "../state";
import { kept, type View } from "../view";
import type { PartRecord, Report, Rules, VerdictRecord } from "../../pkg/camel_cards_wasm.js";
import { partOf, readNumber } from "./coach";

/** An endless program is stopped after this, several times. */
const LIMIT_MS = 5000;

export function judgeView(): View {
    let rules: Rules | undefined;
    /** Files that were chosen or dropped; without any, the text is all of the program. */
    let files: Record<string, string> = {};
    const code = h("textarea", {
        rows: 14, "aria-label": "Your program", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
        placeholder: 'const lines = require("fs").readFileSync("input.txt", "utf8").trim().split("\\n");\n…\nconsole.log(total);',
    });
    const begin = h("button", { type: "button", onclick: () => void judge() }, "Judge it");
    const stop = h("button", { type: "button", hidden: true, onclick: () => abort("Stopped.") }, "Stop");
    const busy = h("p", { class: "busy", role: "status" });
    const found = h("div", { class: "findings", "aria-live": "polite" });
    const main = h("select", { onchange: () => (code.value = files[main.value] ?? "") });
    const several = h("p", { class: "bar" }, field("The file to run", main),
        h("button", { type: "button", onclick: () => take({}) }, "Remove the files"));
    // Naming a mistake takes seconds, so the judge has an engine of its own.
    const own = new Engine();
    let work: AbortController | undefined;

    const source = (): Source => (main.value ? { files, main: main.value } : pasted(code.value));

    /** Shows files as the program; which of them is run is asked for if it is not plain. */
    function take(taken: Record<string, string>, run = mainOf(taken)) {
        files = taken;
        const names = Object.keys(files);
        main.replaceChildren(...[...(run ? [] : [""]), ...names].map((name) => h("option", { value: name, selected: name === run }, name || "Choose it…")));
        several.hidden = names.length < 2;
        code.value = files[main.value] ?? "";
        lookAhead();
    }
    const drop = async (named: Named[]) => take(await programOf(named));
    const chooser = (text: string, attributes: object) => {
        const input = h("input", { type: "file", multiple: true, hidden: true, ...attributes });
        input.addEventListener("change", async () => {
            const named = [...input.files!].map((file): Named => [file.webkitRelativePath || file.name, file]);
            input.value = "";
            await drop(named).catch((error: Error) => fail(error));
        });
        return [h("button", { type: "button", onclick: () => input.click() }, text), input];
    };

    /** Where Python is: in this page, in which it starts while somebody still reads, or in another. */
    function lookAhead() {
        if (work || !isPython(source().main)) return;
        if (hasPython()) python().catch(() => {});
        else show("", [offerPython()]);
    }
    const later = debounced(350, lookAhead);
    code.addEventListener("input", () => {
        if (several.hidden) main.replaceChildren();
        else files[main.value] = code.value;
        later();
    });
    const [text, chosen, run] = JSON.parse(kept("camel-cards-program", () => JSON.stringify([code.value, files, main.value])) || '["", {}]');
    take(chosen, run);
    code.value = text;

    async function judge() {
        if (!code.value.trim()) return show(several.hidden ? "First paste your program above." : "First choose the file to run.");
        const given = source();
        if (isPython(given.main) && !hasPython()) return show("", [offerPython()]);
        const name = isPython(given.main) ? "Python" : "JavaScript";
        show(`${name} is starting…`);
        [begin.hidden, stop.hidden] = [true, false];
        stop.focus();
        const mine = (work = new AbortController());
        try {
            const language = await (name === "Python" ? python() : javaScript(given, (...file) => own.call("compile", ...file)));
            let runs = 0;
            let next = await own.call("judge", given.main, rules);
            while ("batch" in next) {
                mine.signal.throwIfAborted();
                const [inputs, limit, purpose] = next.batch;
                busy.textContent = `${plural(runs, "run")} so far; now ${purpose}…`;
                runs += inputs.length;
                next = await own.call("judged", await runAll(given, language, inputs, Math.min(limit, LIMIT_MS), mine.signal));
            }
            if (mine === work) show(`Judged as ${name} by ${plural(next.verdict.runs, "run")}.`, draw(next.verdict, next.report));
        } catch (error) {
            if (mine === work) fail(error as Error);
            mine.abort();
        }
    }

    const fail = ({ message }: Error) => show("", [h("p", { class: "error" }, message)]);

    /** Shows what came of it, and is ready for the next. */
    function show(message: string, drawn: HTMLElement[] = []) {
        work = undefined;
        const goesOn = document.activeElement === stop;
        [begin.hidden, stop.hidden] = [false, true];
        if (goesOn) begin.focus();
        busy.textContent = message;
        found.replaceChildren(...drawn);
    }

    function abort(message: string) {
        if (!work) return;
        work.abort();
        own.stop();
        show(message);
    }

    const element = h("div", { class: "coach" },
        h("h2", null, "Is my program right?"),
        h("section", { class: "panel" },
            h("p", null, "Paste a function or a whole program in Python, JavaScript or TypeScript, or drop its files here. It runs on dozens of inputs whose answers are known. It stays in this page: your browser blocks every request it makes, and it cannot see the rest of the page."),
            choice<Rules | "">("For which part", [["", "either"], ["standard", "part 1"], ["joker", "part 2"]], "", (value) => (rules = value || undefined)),
            code, several,
            h("p", { class: "hint" }, "Every file it reads, and standard input, is the test input. Print the answer. A function gets the input as text or lines, and returns one total or both. A run is stopped after five seconds."),
            h("p", { class: "bar" }, begin, stop, chooser("Choose files", {}), chooser("Choose a folder", { webkitdirectory: true })), busy, found),
        otherLanguages());
    return { element, leave: () => abort("Stopped, because you left."), drop };
}

/** Says where Python is judged. */
function offerPython(): HTMLElement {
    const [name, size] = ["camel-cards-python.html", bytes(document.documentElement.outerHTML.length + __PYTHON_BYTES__)];
    return h("p", null, "This is Python. A larger page can judge it: ",
        ...(location.protocol.startsWith("http") ? [h("a", { href: `${name}#judge` }, `open it (${size})`), ". Your program comes along, and the page then works offline."]
            : [h("code", null, name), ` (${size}), found where you got this page.`]),
        " Or run the command ", h("code", null, "camel-cards judge"), ".");
}

/** The verdict, and buttons that copy the inputs that fail. */
function draw({ other, ...first }: VerdictRecord, { text, pairs }: Report): HTMLElement[] {
    const failing = [first, other].filter((part) => part?.input) as PartRecord[];
    const buttons = failing.map(({ input, rules }) =>
        copyButton(`Copy the failing input${failing.length > 1 ? ` for ${partOf(rules[0])}` : ""}`, () => input!, { class: "quiet" }));
    return [drawReport(text, pairs), h("p", { class: "bar" }, buttons)];
}

/** An input on which each known mistake gives a total of its own, and three boxes for what came of it. */
function otherLanguages(): HTMLElement {
    const input = () => engine.call("generate", "separating", 1n);
    const later = debounced(350, () => void refresh().catch(() => {}));
    const boxes = (["standard", "joker"] as const).map((rules) => ({
        rules, box: h("input", { type: "text", inputmode: "numeric", size: 16, autocomplete: "off" }), found: h("div", { class: "findings", "aria-live": "polite" }),
    }));
    const order = h("textarea", { rows: 5, spellcheck: "false", placeholder: "JJJJJ\n2222J\n…" });
    const orderFound = h("div", { class: "findings", "aria-live": "polite" });
    for (const one of [...boxes.map(({ box }) => box), order]) one.addEventListener("input", later);

    const coach = new Engine();
    async function refresh() {
        const text = await input();
        // Another answer: the search for the last one is over.
        coach.stop();
        for (const { found } of boxes) found.replaceChildren();
        orderFound.replaceChildren();
        await coach.call("read", text);
        for (const { rules, box, found } of boxes) {
            const answer = readNumber(box.value);
            if (answer === undefined) found.replaceChildren(...(box.value.trim() ? [h("p", { class: "error" }, "Expected a whole number below 2¹²⁸.")] : []));
            else found.replaceChildren(...await answersReport(coach, [{ answer }], rules));
        }
        if (order.value.trim()) orderFound.replaceChildren(...await orderReport(coach, order.value));
    }
    return h("section", { class: "panel" },
        h("h3", null, "In another language"),
        h("p", null, "Run your program on this small input, and enter what it prints. Each known mistake gives a different total on it, so a right answer rules all of them out."),
        h("p", { class: "bar" },
            h("button", { type: "button", onclick: async () => save("separating.txt", [await input()]) }, "Download the input"), copyButton("Copy the input", async () => await input())),
        h("div", { class: "answer" }, boxes.map(({ rules, box }) => field(`Its answer to ${partOf(rules)}`, box))),
        boxes.map(({ found }) => found),
        field("If no mistake is found: your sorted hands, one per line", order), orderFound);
}
