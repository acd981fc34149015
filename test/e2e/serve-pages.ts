import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Pages on an origin of their own, each with its scripts. */
export interface Pages {
  /** `http://localhost:` and a port that no system here has. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves scripts by their paths, and for every other path a page that loads the script of its name. */
export async function servePages(scripts: Readonly<Record<string, URL>>): Promise<Pages> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://here");
    const script = scripts[pathname];
    if (script === undefined) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><link rel="icon" href="data:,"><title>A shop</title><script type="module" src="${pathname}.mjs"></script>`,
      );
      return;
    }
    void readFile(script, "utf8").then((text) => {
      response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" });
      response.end(text);
    });
  });
  await once(server.listen(0, "localhost"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    async close() {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
}
