// The frame around the views: where one is, the theme, what happens when the engine dies.

import { h } from "./dom";
import { dropped } from "./files";
import { hasPython } from "./program";
import { unpack } from "./share";
import { engine, open, state, take } from "./state";
import { isPosts } from "./tried";
import { kept, say, stored, type View } from "./view";
import { coachView } from "./views/coach";
import { handsView } from "./views/hands";
import { howView } from "./views/how";
import { judgeView } from "./views/judge";
import { practiseView } from "./views/practise";
import { scoreView } from "./views/score";
import { tableView } from "./views/table";

const VIEWS: Record<string, [string, () => View]> = {
    score: ["Score", scoreView],
    table: ["Table", tableView],
    hands: ["Hands", handsView],
    coach: ["Coach", coachView],
    judge: ["Judge", judgeView],
    practise: ["Practise", practiseView],
    how: ["How it works", howView],
};

const main = document.querySelector("main")!;
const nav = document.querySelector("nav")!;
const made: Record<string, View> = {};
let shown: View | undefined;

nav.append(...Object.entries(VIEWS).map(([name, [title]]) => h("a", { href: `#${name}` }, title)));

async function go(first: boolean) {
    const [named, ...rest] = fragment();
    if (named === "input" && rest[0]) {
        try {
            open({ text: await unpack(rest[0]) });
        } catch (error) {
            say(`This link holds an input that cannot be unpacked: ${(error as Error).message}.`);
        }
        history.replaceState(null, "", `#${rest[1] ?? "score"}`);
        return go(first);
    }
    const name = Object.hasOwn(VIEWS, named) ? named : "score";
    const view = (made[name] ??= VIEWS[name][1]());
    if (shown !== view) shown?.leave?.();
    if (main.firstChild !== view.element) main.replaceChildren(view.element);
    shown = view;
    for (const link of nav.querySelectorAll("a")) {
        link.setAttribute("aria-current", link.getAttribute("href") === `#${name}` ? "page" : "false");
    }
    document.title = `${VIEWS[name][0]} · Camel Cards`;
    view.show?.(rest);
    if (!first) {
        scrollTo(0, 0);
        main.focus({ preventScroll: true });
    }
}

/** The parts of the address after its `#`, as far as they can be read. */
function fragment(): string[] {
    try {
        return location.hash.slice(1).split("/").map(decodeURIComponent);
    } catch {
        return ["score"];
    }
}

let died = -Infinity;

engine.onDown = (message, restarted, during) => {
    say(`The engine stopped: ${message}. ${restarted ? "A fresh one has been started." : "It does not start in this browser."}`);
    // What it read is gone with it. If it died of the input, or at once again, it would once more.
    const again = performance.now() - died < 5000;
    died = performance.now();
    if (restarted && during !== "read" && !again) open(state.source);
};

function themeSwitch() {
    const theme = (chosen?: string) => stored("localStorage", "camel-cards-theme", chosen);
    const select = h("select", { "aria-label": "Theme", onchange: () => set() }, ["auto", "light", "dark"].map((name) =>
        h("option", { value: name, selected: name === theme() }, `Theme: ${name}`)));
    const set = () => {
        document.documentElement.dataset.theme = select.value;
        theme(select.value);
    };
    document.documentElement.dataset.theme = select.value;
    document.querySelector("#theme")!.append(select);
}

function footer() {
    const hosted = location.protocol.startsWith("http");
    const own = hasPython() ? "camel-cards-python.html" : "camel-cards.html";
    document.querySelector("footer")!.append(
        h("p", null,
            "Nothing you enter leaves your browser: the page has no server, and its policy blocks every request. ",
            h("a", { href: "#how/privacy" }, "More on that"), "."),
        hosted ? h("p", null, h("a", { href: own, download: own }, "Download this page"), ", one file that works without a network.") : "",
        h("p", null, "The puzzle is ",
            h("a", { href: "https://adventofcode.com/2023/day/7", rel: "noreferrer" }, "Advent of Code 2023, day 7"),
            ", by Eric Wastl."));
}

/** Wherever a file is dropped, the browser is not to go there. */
function drops() {
    const files = (event: DragEvent) => event.dataTransfer?.types.includes("Files");
    document.addEventListener("dragover", (event) => files(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
        if (!files(event)) return;
        event.preventDefault();
        const [first, ...others] = event.dataTransfer!.files;
        // What aocd keeps is for the coach, wherever it is dropped.
        const isPosted = [first, ...others].some((file) => isPosts(file?.name));
        if (isPosted) location.hash = "coach";
        const { drop } = isPosted ? (made.coach ??= coachView()) : shown!;
        if (drop) return void dropped(event.dataTransfer!).then(drop).catch((error: Error) => say(error.message));
        location.hash = "score";
        if (others.length) say(`One file at a time: ${first.name} is read, the others are not.`);
        if (first) take(first);
    });
}

document.querySelector(".skip")!.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
});
const before = kept("camel-cards-input", () => ("text" in state.source ? state.source.text : ""));
themeSwitch();
footer();
drops();
// Once the page has been seen.
if (fragment()[0] !== "input") requestAnimationFrame(() => setTimeout(() => state.version || state.progress || open({ text: before })));
addEventListener("hashchange", () => go(false));
go(true);
if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("sw.js").catch(() => {});
