// The server of the other tests: what it gives, and what it does not.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { serve } from "../serve.mjs";

/** Asks for a path as it is: `fetch` would resolve `..` first. */
const ask = (url, path, method = "GET") =>
    new Promise((done, fail) => {
        const read = async (response) => {
            const { statusCode, headers } = response;
            done([statusCode, headers["content-type"], Buffer.concat(await response.toArray()).toString()]);
        };
        request(url, { path, method }, read).on("error", fail).end();
    });

test("the files of a folder below a prefix, and no others", async () => {
    const outside = mkdtempSync(join(tmpdir(), "camel-cards-"));
    const folder = join(outside, "site");
    mkdirSync(join(folder, "more"), { recursive: true });
    writeFileSync(join(outside, "secret"), "secret");
    writeFileSync(join(folder, "index.html"), "page");
    writeFileSync(join(folder, "a b.js"), "script");
    const { url, close } = await serve(folder, { prefix: "/some/where/" });
    try {
        const html = "text/html; charset=utf-8";
        assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/some\/where\/$/);
        assert.deepEqual(await ask(url, "/some/where/"), [200, html, "page"]);
        assert.deepEqual(await ask(url, "/some/where/index.html?x#y"), [200, html, "page"]);
        assert.deepEqual(await ask(url, "/some/where/", "HEAD"), [200, html, ""]);
        const script = [200, "text/javascript; charset=utf-8", "script"];
        assert.deepEqual(await ask(url, "/some/where/a%20b.js"), script);
        assert.equal((await ask(url, "/some/where/", "POST"))[0], 405);
        const nowhere = [
            "../secret", "%2e%2e/secret", "..%2fsecret", "/../secret", "more/../../secret",
            "more", "nothing", "%", "%00", "//etc/passwd",
        ].map((name) => `/some/where/${name}`);
        for (const path of [...nowhere, "/", "/some/where", "/index.html"]) {
            assert.deepEqual(await ask(url, path), [404, undefined, ""], path);
        }
    } finally {
        await close();
        rmSync(outside, { recursive: true });
    }
});
