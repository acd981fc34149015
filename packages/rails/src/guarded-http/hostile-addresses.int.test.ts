import { createServer } from "node:http";
import { createServer as createListener, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { sats, systemClock } from "@sanu/kernel";
import { bech32 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInvoiceSource } from "../bitcoin/lnurl-pay/client.ts";
import { readReceiver } from "../bitcoin/receiver.ts";
import {
  createGuardedHttp,
  type GuardedGet,
  type GuardedHttp,
  type GuardedHttpOptions,
  guardedHttpLimits,
} from "./client.ts";
import { insideAddresses, insideHosts, insideUrls } from "./hostile-addresses.fixture.ts";

const endsWithinMs = 5_000;

/** Whoever is reached here was reached inside: this machine under all its addresses, of both families. */
let inside: Inside;
/** What a stranger's server says; itself reached the way that development allows. */
let strangers: { readonly port: number; readonly close: () => void };

beforeAll(async () => {
  inside = await listenInside();
  strangers = await serveStrangers();
});

afterAll(() => {
  inside.close();
  strangers.close();
});

interface Inside {
  readonly port: number;
  readonly reached: () => number;
  readonly close: () => void;
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(port, host, () => listening.resolve());
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on TCP");
  return address.port;
}

async function listenInside(): Promise<Inside> {
  let reached = 0;
  const open = () => createListener((socket) => void ((reached += 1), socket.destroy()));
  const hosts = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one === undefined || one.scopeid ? [] : [one.address]));
  const servers: Server[] = [];
  let port = 0;
  for (const host of hosts) {
    const server = open();
    servers.push(server);
    port = await listen(server, port, host);
  }
  return { port, reached: () => reached, close: () => servers.forEach((server) => server.close()) };
}

/** `c<n>`: a callback to the n-th URL; `r<n>`: a redirect to it. */
async function serveStrangers() {
  const server = createServer(({ url = "" }, response) => {
    const [, what, index] = /\/([cr])(\d+)$/.exec(url) ?? [];
    const target = urlInside(insideUrls[Number(index)] ?? "");
    if (what === "r") {
      const location = target.replace(/[^\x21-\x7e]/g, encodeURIComponent);
      response.writeHead(302, { location }).end();
      return;
    }
    const terms = { minSendable: 1, maxSendable: 100_000_000, metadata: "[]", callback: target };
    response.end(JSON.stringify({ tag: "payRequest", ...terms }));
  });
  const port = await listen(server, 0, "127.0.0.1");
  return { port, close: () => void server.close() };
}

const urlInside = (url: string): string => url.replaceAll("PORT", String(inside.port));

/** Names of strangers, and where they lead. */
async function resolve(hostname: string): Promise<readonly string[]> {
  const [, index] = /^inside-(\d+)\.example$/.exec(hostname) ?? [];
  if (index !== undefined) return [insideAddresses[Number(index)] ?? ""];
  if (hostname === "several.example") return ["9.9.9.9", "127.0.0.1"];
  return ["127.0.0.1"];
}

function sourceOf(options: GuardedHttpOptions = {}) {
  const reached = { port: inside.port, localhostPort: strangers.port, reach: { resolve } };
  return createInvoiceSource(createGuardedHttp({ ...reached, ...options }), systemClock);
}

/** What became of a text that a customer wrote: a receiver that is none, or the outcome of asking it. */
async function tryOut(text: string, options: GuardedHttpOptions = {}): Promise<string> {
  const reading = readReceiver(text, "any");
  if (reading.kind === "refused") return "no receiver";
  const { receiver } = reading;
  if (receiver.kind !== "lightning-address" && receiver.kind !== "lnurl") return receiver.kind;
  const wanted = { destination: receiver, amountSats: sats(8_169n), network: "any" } as const;
  const startedAtMs = performance.now();
  const outcome = await sourceOf(options).fetchInvoice(wanted);
  const tookMs = performance.now() - startedAtMs;
  if (tookMs > endsWithinMs) return `took ${Math.round(tookMs)} ms`;
  return outcome.kind === "rejected" ? outcome.reason : outcome.kind;
}

function lnurlOf(url: string): string {
  return bech32.encode("lnurl", bech32.toWords(new TextEncoder().encode(url)), false);
}

interface Hostile {
  readonly what: string;
  readonly text: () => string;
}

const hostile: readonly Hostile[] = [
  ...insideHosts.map((host) => ({ what: `awa@${host}`, text: () => `awa@${host}` })),
  ...insideAddresses.map((address, index) => ({
    what: `a name that stands for ${address}`,
    text: () => `awa@inside-${index}.example`,
  })),
  ...insideUrls.map((url) => ({ what: `an LNURL of ${url}`, text: () => lnurlOf(urlInside(url)) })),
  ...insideUrls.flatMap((url, index) => [
    { what: `a callback to ${url}`, text: () => `c${index}@wallet.localhost` },
    { what: `a redirect to ${url}`, text: () => `r${index}@wallet.localhost` },
  ]),
];

describe("what a stranger names", () => {
  it("is more than eighty kinds of trick here", () => {
    expect(hostile.length).toBeGreaterThan(80);
  });

  it.each(hostile)("reaches nobody inside: $what", async ({ text }) => {
    const before = inside.reached();
    expect(["no receiver", "destination-unusable"]).toContain(await tryOut(text()));
    expect(inside.reached()).toBe(before);
  });

  it("is reached where nothing speaks against it, so that the listeners can tell", async () => {
    const before = inside.reached();
    await tryOut("awa@inside-0.example", { reach: { resolve, isAllowed: () => true } });
    expect(inside.reached()).toBe(before + 1);
  });
});

type Calls = (get: GuardedGet) => Promise<void>;

describe("a name that leads elsewhere a moment later", () => {
  const ways: Readonly<Record<string, (http: GuardedHttp, calls: Calls) => Promise<void>>> = {
    "the next call": (http, calls) => calls(http.get),
    "the next call of one visit": (http, calls) => http.visit(calls),
  };
  it.each(Object.entries(ways))(
    "is connected to at the very address that was checked, and checked again by %s",
    async (_way, ask) => {
      let asked = 0;
      let reachedStranger = 0;
      const stranger = createListener((socket) => void ((reachedStranger += 1), socket.destroy()));
      await listen(stranger, inside.port, "127.0.0.2");
      const before = inside.reached();
      const http = createGuardedHttp({
        port: inside.port,
        reach: {
          async resolve() {
            asked += 1;
            return [asked === 1 ? "127.0.0.2" : "127.0.0.1"];
          },
          isAllowed: (address) => address === "127.0.0.2",
        },
      });
      try {
        await ask(http, async (get) => {
          expect((await get("https://rebinding.example/")).kind).toBe("no-response");
          expect([asked, reachedStranger]).toEqual([1, 1]);
          expect(await get("https://rebinding.example/")).toEqual({ kind: "forbidden" });
        });
        expect([asked, reachedStranger, inside.reached() - before]).toEqual([2, 1, 0]);
      } finally {
        stranger.close();
      }
    },
  );

  it("is nobody's while no name server answers, and not for longer than a call may take", async () => {
    const http = createGuardedHttp({
      callTimeoutMs: 100,
      reach: { resolve: () => new Promise(() => undefined) },
    });
    let tookMs = Number.POSITIVE_INFINITY;
    // A machine that stands still takes long once, and whoever waits too long does so each time.
    for (let turn = 0; turn < 3 && tookMs >= guardedHttpLimits.connectTimeoutMs; turn += 1) {
      const startedAtMs = performance.now();
      expect(await http.get("https://silent.example/")).toMatchObject({ cause: "no-response" });
      tookMs = performance.now() - startedAtMs;
    }
    expect(tookMs).toBeLessThan(guardedHttpLimits.connectTimeoutMs);
  });

  it("is nobody's for good where it has no address", async () => {
    const http = createGuardedHttp({ reach: { resolve: async () => [] } });
    expect(await http.get("https://nobody.example/")).toEqual({ kind: "forbidden" });
  });
});
