import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { fastify } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { expect, it } from "vitest";
import { requestLimits } from "../limits.ts";
import { setDeadlines } from "./deadlines.ts";
import type { GatewayApp } from "./gateway-app.ts";
import { scopeOf, transferScopeOf } from "./request-context.ts";

/** What is left of a request's time when its handler begins. */
async function leftMs(before: () => Promise<unknown>, body: () => AsyncIterable<string>) {
  const app: GatewayApp = fastify().withTypeProvider<ZodTypeProvider>();
  setDeadlines(app);
  app.post("/", { onRequest: before }, (request) => {
    const { deadlineAt = 0 } = scopeOf(request);
    return { leftMs: deadlineAt - performance.now() };
  });
  const response = await app.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": "application/json" },
    payload: Readable.from(body()),
  });
  await app.close();
  return response.json<{ leftMs: number }>().leftMs;
}

async function* fastBody() {
  yield "{}";
}

async function* slowBody() {
  yield "{";
  await wait(1_500);
  yield "}";
}

it("what was spent on one service is missing for the next", async () => {
  const left = await leftMs(() => wait(600), fastBody);

  expect(left).toBeLessThanOrEqual(requestLimits.totalMs - 595);
  expect(left).toBeGreaterThan(0);
});

it("a client that sends its body slowly waits as long for the answer as any other", async () => {
  expect(await leftMs(() => Promise.resolve(), slowBody)).toBeGreaterThan(
    requestLimits.totalMs - 1_500,
  );
});

it("no request waits for ten seconds", () => {
  expect(requestLimits.totalMs + requestLimits.retryPauseMs).toBeLessThan(9_000);
  expect(requestLimits.attemptMs * 2).toBeLessThan(requestLimits.totalMs);
});

it("is not what a transfer has: each of its requests to services has time of its own", () => {
  const request = { id: "request-1", traceparent: undefined, deadlineAt: 1 };

  expect(transferScopeOf(request)).toEqual({ correlationId: "request-1", traceparent: undefined });
});
