// Paste, drop or choose an input; both totals as one types; bad lines where they are.

import { bytes, copyButton, debounced, field, grouped, h, plural, save } from "../dom";
import { say, type View } from "../view";
import { link, pack } from "../share";
import { cancel, engine, onState, open, setTies, state, take, TEXT_MAX } from "../state";
import type { BadLine, Ties } from "../../pkg/camel_cards_wasm.js";
import { charts } from "./charts";

export const EXAMPLE = "32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";

const RULES = { standard: "Part 1 · standard rules", joker: "Part 2 · joker rules" } as const;

export function scoreView(): View {
    const editor = makeEditor();
    const totals = makeTotals();
    const file = makeFile();
    const picker = h("input", { type: "file", id: "file", class: "visually-hidden", tabindex: -1, "aria-hidden": "true" });
    picker.addEventListener("change", () => {
        const [chosen] = picker.files ?? [];
        if (chosen) take(chosen);
        picker.value = "";
    });
    const share = copyButton("Copy a link to this input", async () => {
        const packed = "text" in state.source ? await pack(state.source.text) : undefined;
        return packed && link(`input/${packed}`);
    }, { class: "quiet", title: "The link holds your input: the puzzle's author asks people not to publish it" },
    "Too long for a link");
    const button = (text: string, onclick: () => void) => h("button", { type: "button", onclick }, text);
    // What these replace can be had back.
    let before = state.source;
    const back = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => open(before) }, "Restore the previous input");
    const replace = (text: string) => {
        if (!("text" in state.source) || state.source.text) [before, back.hidden] = [state.source, false];
        open({ text });
    };
    const example = () => replace(EXAMPLE);
    const thousand = async () => {
        const seed = BigInt(Math.floor(Math.random() * 2 ** 40));
        replace(await engine.call("generate", "puzzle", seed));
    };

    const left = h("section", { class: "panel input", "aria-labelledby": "input-title" },
        h("h2", { id: "input-title" }, "Your input"),
        h("p", { class: "bar" },
            button("Choose a file…", () => picker.click()), picker,
            button("The example", example), button("1,000 random hands", thousand),
            button("Clear", () => replace("")), back),
        editor.element, file);
    const right = h("section", { class: "panel totals", "aria-labelledby": "totals-title" },
        h("h2", { id: "totals-title" }, "Total winnings"), totals, share);
    const pictures = charts();
    const element = h("div", { class: "score" }, left, right, pictures);

    onState(() => {
        share.hidden = !("text" in state.source) || !state.source.text;
    });
    share.hidden = true;
    return { element };
}

function makeEditor() {
    const area = h("textarea", {
        "aria-label": "Hands and bids, one entry per line", spellcheck: "false", autocapitalize: "characters",
        autocomplete: "off", wrap: "off", "aria-describedby": "bad-lines", placeholder: "32T3K 765\nT55J5 684\n…",
    });
    const gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
    const marks = h("div", { class: "marks", "aria-hidden": "true" });
    const list = h("div", { id: "bad-lines", class: "bad-lines" });
    const pane = h("div", { class: "pane" }, gutter, h("div", { class: "paper" }, marks, area));
    const element = h("div", { class: "editor" }, pane,
        h("p", { class: "hint" }, "One entry per line: five labels from 23456789TJQKA, a space, a bid. Or drop a file here."), list);

    // Lines are of one height, and only marks that are seen are drawn.
    let drawn = "";
    const drawMarks = () => {
        if (state.progress) return;
        const row = parseFloat(getComputedStyle(area).lineHeight);
        const [first, last] = [area.scrollTop / row - 1, (area.scrollTop + area.clientHeight) / row + 1];
        const bad = "text" in state.source ? (state.read?.badLines ?? []) : [];
        const seen = bad.filter(({ line }) => first <= line && line <= last);
        const key = `${state.version}:${seen.map(({ line }) => line).join()}`;
        if (key === drawn) return;
        drawn = key;
        const lines = seen.length ? area.value.split("\n") : [];
        marks.replaceChildren(...seen.map((bad) => mark(bad, lines[bad.line - 1] ?? "")));
    };
    const follow = () => {
        drawMarks();
        gutter.style.setProperty("transform", `translateY(${-area.scrollTop}px)`);
        marks.style.setProperty("transform", `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`);
    };
    area.addEventListener("scroll", follow);
    // What is in the editor is newer than what was read of it: only another's text replaces it.
    let known = "";
    const changed = debounced(30, () => open({ text: (known = area.value) }));
    area.addEventListener("input", changed);
    area.addEventListener("paste", (event) => {
        const pasted = event.clipboardData?.getData("text") ?? "";
        // An editor makes an end of line of a lone carriage return, which is none.
        if (pasted.length <= TEXT_MAX && !/\r(?!\n)/.test(pasted)) return;
        event.preventDefault();
        open({ file: new Blob([pasted]), name: "pasted text" });
    });

    let [numbered, listed] = [0, -1];
    const show = () => {
        const { source, read } = state;
        pane.hidden = !("text" in source);
        if ("text" in source) {
            if (source.text !== known) area.value = known = source.text;
            const count = area.value.split("\n").length;
            if (count !== numbered) gutter.textContent = Array.from({ length: (numbered = count) }, (_, i) => i + 1).join("\n");
            if (!state.progress) area.setAttribute("aria-invalid", String(Boolean(read?.badCount)));
        }
        if (!state.progress && listed !== state.version) {
            listed = state.version;
            list.replaceChildren(...badLines(area));
        }
        follow();
    };
    onState(show);
    show();
    return { element };
}

/** A bad line on top of itself: where it goes wrong, and what was expected. */
function mark(bad: BadLine, line: string): HTMLElement {
    const at = inText(line, bad.column);
    const message = bad.message.replace(/^line \d+, column \d+: /, "") + (bad.hint ? ` (${bad.hint})` : "");
    return h("div", { class: "mark", style: { "--line": bad.line - 1 } },
        h("span", { class: "through" }, line.slice(0, at)), h("mark", null, line[at] ?? " "),
        h("span", { class: "through" }, line.slice(at + 1)), h("span", { class: "says" }, message));
}

/** Where in a text the byte is that an engine counts from 1. */
function inText(line: string, column: number): number {
    const bytes = new TextEncoder().encode(line).slice(0, column - 1);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).length;
}

const SHOWN = 20;

const TIES: Record<Ties, string> = {
    ordinal: "ordinal: the earlier one ranks lower, as in a stable sort. The puzzle's inputs have no ties",
    min: "min: all get the lowest of the ranks that they share",
    max: "max: all get the highest of the ranks that they share",
    dense: "dense: all get the same rank, and the next hand gets the next rank",
};

function badLines(area: HTMLTextAreaElement): HTMLElement[] {
    const { read, source } = state;
    if (!read?.badCount) return [];
    const select = (bad: BadLine) => {
        const lines = area.value.split("\n");
        const at = lines.slice(0, bad.line - 1).join("\n").length + Number(bad.line > 1);
        area.focus();
        area.setSelectionRange(at + inText(lines[bad.line - 1], bad.column), at + lines[bad.line - 1].length);
        area.scrollTop = area.scrollHeight * ((bad.line - 4) / lines.length);
    };
    const shown = read.badLines.slice(0, SHOWN).map((bad) =>
        h("li", null,
            "text" in source ? h("button", { type: "button", class: "link", onclick: () => select(bad) }, bad.message) : bad.message,
            bad.hint && h("small", null, ` (${bad.hint})`)));
    const more = read.badCount - shown.length;
    return [
        h("p", null, h("strong", null, plural(read.badCount, "bad line")),
            `, ignored on this page${more > 0 ? `; the first ${SHOWN}` : ""}:`),
        h("ul", null, shown),
        h("button", { type: "button", class: "quiet", onclick: saveRejects }, "Save the bad lines as they are"),
    ];
}

async function saveRejects() {
    try {
        save("bad-lines.txt", [await engine.call("rejects")]);
    } catch (error) {
        say((error as Error).message);
    }
}

function makeTotals(): HTMLElement {
    const output = (rules: keyof typeof RULES) => {
        const value = h("output", { class: "total", "data-rules": rules, "aria-live": "off" }, "–");
        const copy = copyButton("Copy", () => (/\d/.test(value.textContent!) ? value.textContent!.replaceAll(",", "") : undefined), {
            class: "quiet", "aria-label": `Copy the total of ${RULES[rules]}`,
        });
        const without = h("span", { class: "without" });
        return { value, without, row: h("div", { class: `result ${rules}` }, h("h3", null, RULES[rules], without), value, copy) };
    };
    const standard = output("standard");
    const joker = output("joker");
    const counts = h("p", { class: "counts" });
    const error = h("p", { class: "error", role: "alert" });
    const hint = h("p", { class: "hint" }, TIES.ordinal);
    const select = h("select", null, (["ordinal", "min", "max", "dense"] as const).map((name) => h("option", null, name)));
    // Said once when typing pauses, not at every key.
    const said = h("p", { class: "visually-hidden", role: "status" });
    const tell = debounced(1000, () => {
        said.textContent = `Part 1: ${standard.value.textContent}. Part 2: ${joker.value.textContent}. ${counts.textContent}.`;
    });
    let asked = 0;
    const show = async () => {
        const { read, failed, progress, ties } = state;
        const mine = ++asked;
        error.textContent = failed ?? "";
        select.value = ties;
        if (progress || !read) {
            // Of what takes no time, the totals there were may stay until then.
            if (progress && "text" in state.source && performance.now() - progress.started < 300) return;
            for (const { value } of [standard, joker]) value.textContent = progress ? "…" : "–";
            counts.textContent = "";
            return;
        }
        const { winnings, entries, tied } = ties === "ordinal" ? read.score : await engine.call("score", ties);
        if (mine !== asked) return;
        const nothing = read.badCount > 0 && entries === 0;
        standard.value.textContent = nothing ? "–" : grouped(winnings.standard);
        joker.value.textContent = nothing ? "–" : grouped(winnings.joker);
        for (const { without } of [standard, joker]) without.textContent = read.badCount ? ` · without ${plural(read.badCount, "bad line")}` : "";
        hint.textContent = TIES[ties];
        const left = read.badCount ? `, ${plural(read.badCount, "bad line")} left out` : "";
        counts.textContent = `${plural(entries, "entry", "entries")}, ${grouped(tied)} tied${left}`;
        counts.classList.toggle("warning", read.badCount > 0);
        tell();
    };
    select.addEventListener("change", () => setTies(select.value as Ties));
    onState(() => show().catch(() => {}));
    return h("div", null, standard.row, joker.row, counts, error, said,
        field("Ties", select), hint);
}

function makeFile(): HTMLElement {
    const title = h("p");
    const bar = h("progress", { max: 1, "aria-label": "Read so far" });
    const how = h("p", { class: "hint", "aria-live": "off" });
    const stop = h("button", { type: "button", onclick: cancel }, "Cancel");
    const element = h("div", { class: "file" }, title, bar, how, stop);
    const show = () => {
        const { source, progress, read } = state;
        // What takes no time needs no bar.
        const long = progress && (!("text" in source) || performance.now() - progress.started > 300);
        element.hidden = "text" in source && !long;
        bar.hidden = stop.hidden = !progress;
        how.hidden = !progress;
        if ("file" in source) title.textContent = `${source.name}, ${bytes(source.file.size)}${read?.gzipped ? ", gzip" : ""}`;
        if (!progress) return;
        bar.value = progress.total ? progress.bytes / progress.total : 1;
        const seconds = (performance.now() - progress.started) / 1000;
        const rate = progress.bytes / seconds;
        const left = (progress.total - progress.bytes) / rate;
        how.textContent = progress.bytes
            ? `${bytes(progress.bytes)} of ${bytes(progress.total)}, ${bytes(Math.round(rate))} a second, ${Math.ceil(left)} s left`
            : "Reading…";
    };
    onState(show);
    show();
    return element;
}
