// `node web/serve.mjs [FOLDER [PORT]]`: a folder at 127.0.0.1, for this machine alone.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
};

/**
 * Serves the files of a folder below `prefix`, which begins and ends with a slash.
 *
 * Resolves to the address and to what ends it; port 0 is any that is free.
 */
export async function serve(folder, { prefix = "/", port = 0 } = {}) {
    const root = resolve(folder);
    const server = createServer(async (request, response) => {
        const end = (status, headers = {}) => response.writeHead(status, headers).end();
        if (request.method !== "GET" && request.method !== "HEAD") {
            return end(405, { Allow: "GET, HEAD" });
        }
        const file = fileOf(request.url, root, prefix);
        const found = file && (await stat(file).catch(() => undefined));
        if (!found?.isFile()) {
            return end(404);
        }
        const headers = {
            "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
            "Content-Length": found.size,
            "Cache-Control": "no-cache",
            "X-Content-Type-Options": "nosniff",
        };
        if (request.method === "HEAD") {
            return end(200, headers);
        }
        response.writeHead(200, headers);
        createReadStream(file).on("error", () => response.destroy()).pipe(response);
    });
    await new Promise((done, fail) => {
        server.once("error", fail).listen(port, "127.0.0.1", done);
    });
    return {
        url: `http://127.0.0.1:${server.address().port}${prefix}`,
        close: () =>
            new Promise((done) => {
                server.close(done);
                server.closeAllConnections();
            }),
    };
}

/** Returns the file that an address names, if it is one below the root. */
function fileOf(address, root, prefix) {
    let name;
    try {
        // Not by `URL`, which resolves `..` and so hides it.
        name = decodeURIComponent(address.split(/[?#]/)[0]);
    } catch {
        return undefined;
    }
    if (!name.startsWith(prefix) || name.includes("\0")) {
        return undefined;
    }
    const file = join(root, name.slice(prefix.length), name.endsWith("/") ? "index.html" : "");
    return file.startsWith(root + sep) ? file : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [folder = fileURLToPath(new URL("dist/site", import.meta.url)), port = "0"] =
        process.argv.slice(2);
    const { url } = await serve(folder, { port: Number(port) });
    console.log(url);
}
