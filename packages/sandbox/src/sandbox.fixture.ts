import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";

/** Delays short enough for tests, long enough to see what happens in between. */
export const shortDelays = {
  slowMs: 400,
  expireMs: 60_000,
  lateMs: 300,
  hangMs: 60,
  notFoundMs: 4_000,
  callbackRetriesMs: [30, 30],
} as const;

export const soonExpired = { ...shortDelays, expireMs: 150 } as const;

export function startSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  return createSandbox({
    callbackUrl: null,
    callbackSecret: "secret of the tests",
    delays: shortDelays,
    ...options,
  });
}

export interface ReceivedCallback {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
}

export interface Merchant {
  readonly url: string;
  readonly received: readonly ReceivedCallback[];
  /** The statuses of the next answers; then 204. */
  readonly respondWith: (...statuses: readonly number[]) => void;
  readonly close: () => Promise<void>;
}

export async function startMerchant(): Promise<Merchant> {
  const received: ReceivedCallback[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const rawBody = Buffer.concat(chunks).toString("utf8");
      received.push({ headers: request.headers, rawBody });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  const url = await listen(server);
  return {
    url,
    received,
    respondWith: (...next) => void statuses.push(...next),
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await promise;
    },
  };
}

async function listen(server: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on TCP");
  return `http://127.0.0.1:${address.port}/webhooks/sandbox`;
}

export interface Said {
  readonly status: number;
  readonly body: unknown;
}

/** What an answer that comes may take on a busy machine, and what one that must not come would take. */
const answers = { withinMs: 30_000, soonMs: 60 } as const;

/** Calls the sandbox; throws where there is no answer, or the caller leaves. */
export async function call(
  url: string,
  {
    body,
    signal = AbortSignal.timeout(answers.withinMs),
  }: { readonly body?: object; readonly signal?: AbortSignal } = {},
): Promise<Said> {
  const response = await fetch(url, {
    ...(body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
    signal,
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** Calls a sandbox that lets it hang, and leaves once it was heard: a caller who left by the clock might not have been. */
export async function callInVain(sandbox: Sandbox, path: string, body?: object): Promise<void> {
  const hanging = () =>
    sandbox.journal.ofKind("call").filter(({ response }) => response.endsWith("hang")).length;
  const before = hanging();
  const leaving = new AbortController();
  const { signal } = leaving;
  const answer = call(`${sandbox.url}${path}`, { signal, ...(body && { body }) }).then(
    () => "it is answered",
    () => "it has no answer",
  );
  await until("it is heard", () => hanging() > before);
  await Promise.race([answer, wait(answers.soonMs)]);
  leaving.abort();
  expect(await answer).toBe("it has no answer");
}

let orders = 0;

/** The body of a new order; its payer's number ends in `lastDigits`. */
export function orderBody(lastDigits: string, changes: object = {}) {
  orders += 1;
  return {
    merchant_key: `key-${orders}`,
    amount_xof: "5000",
    payer_number: `+2290196000${lastDigits}`,
    channel: "MTN_OPEN",
    description: "TXN_1",
    ...changes,
  };
}

/** Waits until a question is answered with yes. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (performance.now() < deadline) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`It did not happen: ${what}`);
}
