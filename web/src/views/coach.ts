// "My answer is wrong": which mistake gives exactly that, shown on one's own hands.

import { choice, debounced, field, grouped, h, plural } from "../dom";
import { Engine } from "../engine";
import type { Named } from "../files";
import { answersReport, orderReport } from "../report";
import { onState, state, take } from "../state";
import { answersIn, isPosts, type Posted } from "../tried";
import type { View } from "../view";
import type { Rules, Tried } from "../../pkg/camel_cards_wasm.js";

/** The coach tries hundreds of thousands of candidates, each on all entries. */
const ENTRIES_MAX = 10_000;

export function coachView(): View {
    let rules: Rules | undefined;
    const need = h("p", { class: "empty" });
    // Score shows the right totals, so nobody has to go there first.
    const pasted = h("textarea", { rows: 5, spellcheck: "false", placeholder: "32T3K 765\nT55J5 684\n…" });
    pasted.addEventListener("input", debounced(350, () => void take(new File([pasted.value], "pasted text"))));
    const file = h("input", { type: "file" });
    file.addEventListener("change", () => file.files?.[0] && void take(file.files[0]));
    const input = h("section", { class: "panel" }, field("Paste your input", pasted), field("Or choose its file", file));
    const answers = h("div", { class: "answers" });
    const found = h("div", { class: "findings", "aria-live": "polite" });
    const order = h("textarea", { rows: 6, "aria-label": "Your order, a hand on each line", spellcheck: "false", placeholder: "32T3K\nKTJJT\n…" });
    const orderFound = h("div", { class: "findings", "aria-live": "polite" });
    const later = debounced(350, () => show());
    order.addEventListener("input", later);
    const add = () => {
        answers.append(answer(later));
        answers.querySelector<HTMLElement>(".answer:last-child input")!.focus();
    };
    answers.append(answer(later));
    const posted = h("p", { class: "hint" });
    answers.addEventListener("paste", (event) => {
        const text = event.clipboardData?.getData("text") ?? "";
        if (readNumber(text) !== undefined || !/\d/.test(text)) return;
        event.preventDefault();
        const all = answersIn(text);
        fill(all[0]?.rules ? all : [...readAnswers(answers), ...all]);
        answers.querySelector("input")!.focus();
    });

    /** Puts answers into rows: of both parts, those to the one that was answered last. */
    function fill(all: Posted[], rules = all.at(-1)?.rules) {
        const [some, others] = [true, false].map((is) =>
            [...new Map(all.filter((one) => (one.rules === rules) === is).map((one) => [one.answer, one])).values()]);
        answers.replaceChildren(...some.map((tried) => answer(later, tried)), ...(some.length ? [] : [answer(later)]));
        posted.replaceChildren(`${plural(some.length, "wrong answer")}${rules ? ` to ${partOf(rules)}` : ""} read.`,
            ...(others.length ? [" ", h("button", { type: "button", class: "quiet", onclick: () => fill(all, others[0].rules) }, `Use the other part's instead: ${others.length}`)] : []));
        if (rules) element.querySelector<HTMLElement>(`input[value=${rules}]`)!.click();
        show();
    }

    async function drop(named: Named[]) {
        const posts = named.find(([name]) => isPosts(name));
        const input = named.find((one) => one !== posts);
        if (input) await take(input[1]);
        if (posts) fill(answersIn(await posts[1].text()));
    }
    const element = h("div", { class: "coach" },
        h("h2", null, "What is wrong with my answer?"),
        need, input,
        h("section", { class: "panel" },
            choice<Rules | "">("For which part", [["", "either"], ["standard", "part 1"], ["joker", "part 2"]], "", (value) => {
                rules = value || undefined;
                show();
            }),
            answers, h("button", { type: "button", class: "quiet", onclick: add }, "Add an answer"),
            h("p", { class: "hint" }, "Paste several at once: numbers, or the site's replies. Or drop aocd's file ", h("code", null, "2023_07_post.json"), " here."), posted, found),
        h("section", { class: "panel" },
            h("h3", null, "Or: where is my order wrong?"),
            h("p", null, "Paste your hands as your program sorts them, weakest first, with or without bids."),
            order, orderFound));

    /** Says why there is nothing to compare with; nothing if there is. */
    function missing(): (string | HTMLElement)[] {
        const { read, failed, progress } = state;
        const score = h("a", { href: "#score" }, "Score");
        if (progress) return ["Your input is being read…"];
        if (failed) return [failed];
        if (!read?.score.entries) return ["First enter your input here, or under ", score, ", which shows the right totals."];
        if (unable()) return [`The coach here takes inputs of up to ${grouped(ENTRIES_MAX)} entries; the command camel-cards diagnose takes more.`];
        if (read.badCount) return [`Your input has ${plural(read.badCount, "bad line")}, left out here: see `, score, "."];
        return [];
    }
    const unable = () => !state.read?.score.entries || !state.read.listed || state.read.score.entries > ENTRIES_MAX || Boolean(state.progress);

    // A search takes seconds, so it has an engine of its own, which another question stops.
    const coach = new Engine();
    let answered = "";
    async function refresh() {
        need.replaceChildren(...missing());
        input.hidden = Boolean(state.read?.score.entries);
        if (!element.isConnected || state.progress) return;
        const [tried, theirs] = [readAnswers(answers), order.value.trim()];
        const told = tried.map(({ answer, told }) => `${answer} ${told}`).join();
        const question = `${state.version}|${rules}|${told}|${theirs}`;
        if (question === answered) return;
        answered = question;
        coach.stop();
        found.replaceChildren();
        orderFound.replaceChildren();
        if (unable() || (!tried.length && !theirs)) return;
        if (tried.length) found.replaceChildren(h("p", { class: "busy" }, "Trying all known mistakes, and pairs of them…"));
        const { source } = state;
        await coach.call("read", "text" in source ? source.text : source.file);
        if (tried.length) found.replaceChildren(...await answersReport(coach, tried, rules, h("a", { href: "#judge" }, "Judge your program")));
        if (theirs) orderFound.replaceChildren(...await orderReport(coach, theirs, rules));
    }
    const show = () => void refresh().catch(() => {});
    onState(show);
    return { element, show, drop };
}

function answer(onChange: () => void, tried?: Tried): HTMLElement {
    const error = h("small", { class: "error" });
    const input = h("input", { type: "text", inputmode: "numeric", size: 14, autocomplete: "off", value: tried?.answer });
    const told = h("select", null,
        [["", "wrong"], ["too low", "too low"], ["too high", "too high"]].map(([value, text]) => h("option", { value, selected: value === tried?.told }, text)));
    input.addEventListener("input", () => {
        error.textContent = !input.value.trim() || readNumber(input.value) !== undefined ? "" : "expected a whole number below 2¹²⁸, such as 6440";
        onChange();
    });
    told.addEventListener("change", onChange);
    const row = h("div", { class: "answer" }, field("Your answer", input), field("The site said", told));
    row.append(h("button", {
        type: "button", class: "quiet", "aria-label": "Remove this answer", onclick: () => {
            const others = row.parentElement!.children;
            if (others.length > 1) row.remove();
            else input.value = "";
            others[0].querySelector("input")!.focus();
            onChange();
        },
    }, "✕"), error);
    return row;
}

/** A whole number below 2¹²⁸, with or without separators. */
export function readNumber(text: string): bigint | undefined {
    const digits = text.trim().replaceAll(/[,_ ]/g, "");
    return /^\d{1,39}$/.test(digits) && BigInt(digits) < 2n ** 128n ? BigInt(digits) : undefined;
}

function readAnswers(answers: HTMLElement): Tried[] {
    return [...answers.querySelectorAll(".answer")].flatMap((row) => {
        const number = readNumber(row.querySelector("input")!.value);
        const told = row.querySelector("select")!.value as Tried["told"] | "";
        return number === undefined ? [] : [{ answer: number, ...(told && { told }) }];
    });
}

/** `part 1`, as the coach says it. */
export const partOf = (rules: Rules) => `part ${rules === "standard" ? 1 : 2}`;
