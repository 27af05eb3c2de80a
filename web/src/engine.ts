// The page's side of the engine's thread: calls as promises, and a fresh one when it dies.

import type { Method, Methods } from "./worker";

type Tail<T> = T extends [...infer Rest, (bytes: number) => void] ? Rest : T;
type Args<M extends Method> = Tail<Parameters<Methods[M]>>;
type Result<M extends Method> = Awaited<ReturnType<Methods[M]>>;

interface Call {
    resolve(value: never): void;
    reject(error: Error): void;
    progress?: (done: number) => void;
}

/** The engine is gone, and with it what it was asked. */
export class EngineDown extends Error {
    override name = "EngineDown";
}

export class Engine {
    /** What to do when it is gone: `message` says why, `during` which call. */
    onDown: (message: string, restarted: boolean, during?: Method) => void = () => {};
    /** Not before there is something to do: a page is to be seen first. */
    #worker?: Worker;
    #calls = new Map<number, Call & { method: Method }>();
    #next = 0;
    #watch = new AbortController();
    /** How many in a row died before they said anything. */
    #stillborn = 0;
    // Kept: a worker that starts after its address was revoked never runs.
    #url?: string;

    /** Leaves all that it does; its calls never return. The next one begins again. */
    stop() {
        this.#worker?.terminate();
        this.#watch.abort();
        this.#calls.clear();
        this.#worker = undefined;
    }

    #start(): Worker {
        // Unique among all pages of this origin that are open; not every page has randomUUID.
        const lock = `camel-cards-${Date.now()}-${Math.random()}`;
        this.#url ??= URL.createObjectURL(new Blob([__WORKER__], { type: "text/javascript" }));
        const worker = new Worker(this.#url, { name: lock });
        this.#worker = worker;
        this.#watch = new AbortController();
        worker.onmessage = ({ data }) => {
            this.#stillborn = 0;
            if (data.held) return this.#waitFor(worker, lock);
            const call = this.#calls.get(data.id);
            if (data.error?.name === "Panic") return this.#down(worker, data.error.message, call?.method);
            if (!call) return;
            if ("progress" in data) return call.progress?.(data.progress);
            this.#calls.delete(data.id);
            if (data.error) call.reject(Object.assign(new Error(data.error.message), data.error));
            else call.resolve(data.result as never);
        };
        worker.onerror = (event) => this.#down(worker, event.message || "it could not be started");
        return worker;
    }

    async #waitFor(worker: Worker, lock: string) {
        const signal = this.#watch.signal;
        await navigator.locks.request(lock, { signal }, () => this.#down(worker, "its thread ended")).catch(() => {});
    }

    #down(worker: Worker, message: string, during?: Method) {
        if (worker !== this.#worker) return;
        worker.terminate();
        this.#watch.abort();
        const calls = [...this.#calls.values()];
        this.#calls.clear();
        for (const call of calls) call.reject(new EngineDown(message));
        this.#stillborn += 1;
        if (this.#stillborn > 2) return this.onDown(message, false);
        this.#start();
        this.onDown(message, true, during ?? calls[0]?.method);
    }

    call<M extends Method>(method: M, ...args: Args<M>): Promise<Result<M>> {
        return this.callWith(method, undefined, ...args);
    }

    /** A call that tells how far it is. */
    callWith<M extends Method>(
        method: M, progress: ((done: number) => void) | undefined, ...args: Args<M>
    ): Promise<Result<M>> {
        const id = this.#next++;
        return new Promise((resolve, reject) => {
            if (this.#stillborn > 2) return reject(new EngineDown("it does not start in this browser"));
            this.#calls.set(id, { method, resolve, reject, progress });
            (this.#worker ?? this.#start()).postMessage({ id, method, args });
        });
    }
}
