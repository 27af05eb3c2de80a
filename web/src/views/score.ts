// Paste, drop or choose an input; both totals as one types; bad lines where they are.

import { bytes, copyButton, debounced, field, grouped, h, plural, save } from "../dom";
import type { View } from "../page";
import { link, pack } from "../share";
import { cancel, engine, onState, open, state, TEXT_MAX } from "../state";
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
        return packed ? link(`input/${packed}`) : "This input is too long for a link.";
    }, { class: "quiet" });
    const button = (text: string, onclick: () => void) => h("button", { type: "button", onclick }, text);
    const example = () => open({ text: EXAMPLE });
    const thousand = async () => {
        const seed = BigInt(Math.floor(Math.random() * 2 ** 40));
        open({ text: await engine.call("generate", "puzzle", seed) });
    };

    const left = h("section", { class: "panel input", "aria-labelledby": "input-title" },
        h("h2", { id: "input-title" }, "Your input"),
        h("p", { class: "bar" },
            button("Choose a file…", () => picker.click()), picker,
            button("The example", example), button("A random thousand", thousand),
            button("Clear", () => open({ text: "" }))),
        editor.element, file);
    const right = h("section", { class: "panel totals", "aria-labelledby": "totals-title" },
        h("h2", { id: "totals-title" }, "Total winnings"), totals, share);
    const pictures = charts();
    const element = h("div", { class: "score" }, left, right, pictures);

    element.addEventListener("dragover", (event) => {
        event.preventDefault();
        left.classList.add("dropping");
    });
    element.addEventListener("dragleave", () => left.classList.remove("dropping"));
    element.addEventListener("drop", (event) => {
        event.preventDefault();
        left.classList.remove("dropping");
        const [dropped] = event.dataTransfer?.files ?? [];
        if (dropped) take(dropped);
    });
    onState(() => {
        share.hidden = !("text" in state.source) || !state.source.text;
    });
    share.hidden = true;
    return { element };
}

/** Short plain text goes to the editor, everything else is read as a file. */
async function take(file: File) {
    if (file.size > TEXT_MAX) return open({ file, name: file.name });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    // What is no UTF-8 would not come back as it was.
    const same = new TextEncoder().encode(text);
    const isText = same.length === bytes.length && !bytes.includes(0) && !bytes.includes(13);
    return open(isText && same.every((byte, i) => byte === bytes[i]) ? { text } : { file, name: file.name });
}

function makeEditor() {
    const area = h("textarea", {
        "aria-label": "Hands and bids, one entry a line", spellcheck: "false", autocapitalize: "characters",
        autocomplete: "off", wrap: "off", "aria-describedby": "bad-lines", placeholder: "32T3K 765\nT55J5 684\n…",
    });
    const gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
    const marks = h("div", { class: "marks", "aria-hidden": "true" });
    const list = h("div", { id: "bad-lines", class: "bad-lines" });
    const pane = h("div", { class: "pane" }, gutter, h("div", { class: "paper" }, marks, area));
    const element = h("div", { class: "editor" }, pane,
        h("p", { class: "hint" }, "One entry a line: five labels from 23456789TJQKA, a blank, a bid. Or drop a file here."), list);

    const follow = () => {
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
        if (pasted.length <= TEXT_MAX) return;
        event.preventDefault();
        open({ file: new Blob([pasted]), name: "what was pasted" });
    });

    const show = () => {
        const { source, read } = state;
        pane.hidden = !("text" in source);
        if ("text" in source) {
            if (source.text !== known) area.value = known = source.text;
            const lines = area.value.split("\n");
            gutter.textContent = lines.map((_, i) => i + 1).join("\n");
            if (!state.progress) {
                marks.replaceChildren(...(read?.badLines ?? []).map((bad) => mark(bad, lines[bad.line - 1] ?? "")));
                area.setAttribute("aria-invalid", String(Boolean(read?.badCount)));
            }
        }
        if (!state.progress) list.replaceChildren(...badLines(area));
        follow();
    };
    onState(show);
    show();
    return { element };
}

/** A bad line on top of itself: where it goes wrong, and what was expected. */
function mark(bad: BadLine, line: string): HTMLElement {
    const at = inText(line, bad.column);
    const message = bad.message.replace(/^line \d+, column \d+: /, "");
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
            `, left out of all that follows${more > 0 ? `; the first ${SHOWN}` : ""}:`),
        h("ul", null, shown),
        read.gzipped
            ? h("p", { class: "hint" }, "To keep the bad lines, unpack the file first.")
            : h("button", { type: "button", class: "quiet", onclick: saveRejects }, "Save the bad lines as they are"),
    ];
}

async function saveRejects() {
    const body = "text" in state.source ? new Blob([state.source.text]) : state.source.file;
    const ends = await engine.call("rejects");
    const parts: BlobPart[] = [];
    for (let i = 0; i < ends.length; i += 2) {
        const part = body.slice(ends[i], ends[i + 1]);
        parts.push(part);
    }
    save("bad-lines.txt", parts);
}

function makeTotals(): HTMLElement {
    let ties: Ties = "ordinal";
    const output = (rules: keyof typeof RULES) => {
        const value = h("output", { class: "total", "data-rules": rules, "aria-live": "off" }, "0");
        const copy = copyButton("Copy", () => value.textContent!.replaceAll(",", ""), {
            class: "quiet", "aria-label": `Copy the total of ${RULES[rules]}`,
        });
        return { value, row: h("div", { class: `result ${rules}` }, h("h3", null, RULES[rules]), value, copy) };
    };
    const standard = output("standard");
    const joker = output("joker");
    const counts = h("p", { class: "counts" });
    const error = h("p", { class: "error", role: "alert" });
    const select = h("select", null, (["ordinal", "min", "max", "dense"] as const).map((name) => h("option", null, name)));
    // Said once when typing pauses, not at every key.
    const said = h("p", { class: "visually-hidden", role: "status" });
    const say = debounced(1000, () => {
        said.textContent = `Part 1: ${standard.value.textContent}. Part 2: ${joker.value.textContent}. ${counts.textContent}.`;
    });
    const show = async () => {
        const { read, failed, progress } = state;
        error.textContent = failed ?? "";
        if (progress || !read) {
            if (!progress) for (const { value } of [standard, joker]) value.textContent = "–";
            if (!progress) counts.textContent = "";
            return;
        }
        const { winnings, entries, tied } = ties === "ordinal" ? read.score : await engine.call("score", ties);
        standard.value.textContent = grouped(winnings.standard);
        joker.value.textContent = grouped(winnings.joker);
        const left = read.badCount ? `, ${plural(read.badCount, "bad line")} left out` : "";
        counts.textContent = `${plural(entries, "entry", "entries")}, ${grouped(tied)} tied${left}`;
        counts.classList.toggle("warning", read.badCount > 0);
        say();
    };
    select.addEventListener("change", () => {
        ties = select.value as Ties;
        show().catch(() => {});
    });
    onState(() => show().catch(() => {}));
    return h("div", null, standard.row, joker.row, counts, error, said,
        field("Identical hands rank", select, "ordinal: the earlier one lower, as the puzzle has it"));
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
