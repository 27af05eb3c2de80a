// What the frame gives every view.

import { h } from "./dom";
import type { Named } from "./files";

export interface View {
    element: HTMLElement;
    /** Called when the view is shown; `rest` is what follows its name in the fragment. */
    show?(rest: string[]): void;
    /** Called when another view takes its place. */
    leave?(): void;
    /** Takes files that are dropped on it; elsewhere they are inputs. */
    drop?(files: Named[]): Promise<void>;
}

/** Shows a message above all views. */
export function say(message: string) {
    const banner = document.querySelector("#banner")!;
    const close = h("button", { type: "button", onclick: () => banner.replaceChildren() }, "Close");
    banner.replaceChildren(h("p", null, message, " ", close));
}

/** What the browser keeps under this name, after a new text is stored. Some let a file keep nothing. */
export function stored(storage: "localStorage" | "sessionStorage", name: string, text?: string): string {
    try {
        if (text !== undefined) window[storage].setItem(name, text);
        return window[storage].getItem(name) ?? "";
    } catch {
        return "";
    }
}

/** What a text was before a reload, or on another page of this site. It stays in this tab. */
export function kept(name: string, now: () => string): string {
    addEventListener("pagehide", () => stored("sessionStorage", name, now()));
    return stored("sessionStorage", name);
}
