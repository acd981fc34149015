import { createServer } from "node:net";
import { startTraceView, type TraceView } from "@sanu/local-stack";
import { eventually, fairNowMs } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMetrics, type Metrics } from "../telemetry/metrics.ts";
import { createTracer } from "./create-tracer.ts";
import { inSpan } from "./in-span.ts";
import { traceLimits } from "./limits.ts";
import { allowedAttributes, type SpanAttributes } from "./span-attributes.ts";
import { readTraceparent, traceIdOf } from "./trace-context.ts";
import type { Tracer } from "./tracer.ts";

const given = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
const start = () => ({ name: "work", kind: "internal" as const, attributes: {} });

let view: TraceView;
let metrics: Metrics;
let lines: string[];
let tracers: Tracer[];

beforeEach(async () => {
  view = await startTraceView();
  metrics = createMetrics("payments");
  lines = [];
  tracers = [];
});

afterEach(async () => {
  for (const tracer of tracers) await tracer.stop();
  metrics.close();
  await view.stop();
});

async function traced(share: number, endpoint: string | undefined = view.url): Promise<Tracer> {
  const write = (line: string) => void lines.push(line);
  const logger = { info: write, warn: write };
  const tracer = createTracer({ service: "payments", endpoint, share, logger, metrics });
  tracers.push(tracer);
  await tracer.start();
  return tracer;
}

describe("a request that is sampled", () => {
  it("is a span below the one that its client named, and what follows is below it", async () => {
    const tracer = await traced(1);
    const { traceparent, span } = tracer.begin(given, start);
    await inSpan({ tracer, context: { traceparent }, start }, async (context) => {
      await inSpan({ tracer, context, start }, () => Promise.resolve());
    });
    span?.end();
    await tracer.stop();

    const spans = view.store.find(traceIdOf(given) ?? "")?.spans ?? [];
    const root = spans.find(({ parentId }) => parentId === "b".repeat(16));
    const child = spans.find(({ parentId }) => parentId === root?.spanId);
    const grandchild = spans.find(({ parentId }) => parentId === child?.spanId);
    expect(spans).toHaveLength(3);
    expect([root?.service, grandchild?.name]).toEqual(["payments", "work"]);
  });

  it("says of what went wrong the class alone, and passes it on", async () => {
    const tracer = await traced(1);
    const { traceparent } = tracer.begin(undefined, start);
    const failing = inSpan({ tracer, context: { traceparent }, start }, () =>
      Promise.reject(new RangeError("Awa Dossou")),
    );

    await expect(failing).rejects.toThrow("Awa Dossou");
    await tracer.stop();
    const [span] = view.store.find(traceIdOf(traceparent) ?? "")?.spans ?? [];
    expect(span?.isError).toBe(true);
    expect(span?.attributes).toEqual([["error.type", "RangeError"]]);
  });
});

describe("a request that is not sampled", () => {
  it("keeps the client's trace and loses its flag: who is traced is ours to say", async () => {
    const tracer = await traced(0);
    const begun = tracer.begin(given, start);
    const opened = tracer.open(begun.traceparent, start);
    await tracer.stop();

    expect(begun).toEqual({ traceparent: given.replace(/01$/, "00"), span: undefined });
    expect(opened).toBeUndefined();
    expect(view.store.list()).toEqual([]);
  });

  it("has a trace of its own where the client names none, so that its log lines join", async () => {
    const tracer = await traced(0);
    const [one, other] = [1, 2].map(() => tracer.begin(undefined, start).traceparent);

    expect(readTraceparent(one)).toMatchObject({ isSampled: false });
    expect(one).not.toBe(other);
  });
});

it("without a collector nothing is begun and nothing changed", () => {
  const logger = { info: () => undefined, warn: () => undefined };
  const tracer = createTracer({ service: "a", endpoint: undefined, share: 1, logger, metrics });

  expect(tracer.begin(given, start)).toEqual({ traceparent: given, span: undefined });
  expect(tracer.begin(undefined, start).traceparent).toBeUndefined();
  expect(tracer.open(given, start)).toBeUndefined();
});

it("a collector that is away holds up nobody: what is too much is dropped, one line says so", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const { port } = closed.address() as { port: number };
  closed.close();
  const tracer = await traced(1, `http://127.0.0.1:${port}`);

  const ended = traceLimits.queueSpansMax + 500;
  for (let count = 0; count < ended; count += 1) tracer.open(given, start)?.end();
  const startedAt = fairNowMs();
  await tracer.stop();
  const stoppedInMs = fairNowMs() - startedAt;
  await eventually("the refusals are counted", async () =>
    /outcome="refused"[^}]*\} [1-9]/.test((await metrics.scrape()).text),
  );

  const { text } = await metrics.scrape();
  expect(text).toContain(`sanu_trace_spans_total{outcome="started",service="payments"} ${ended}`);
  expect(text).not.toContain('outcome="exported"');
  expect(stoppedInMs).toBeLessThan(traceLimits.stopTimeoutMs * 4);
  expect(lines).toEqual([expect.stringContaining("takes no traces")]);
});

describe("the attributes of a span", () => {
  it("are those that the list names, and no other", () => {
    const planted = { "http.route": "/a", "enduser.id": "awa", "url.full": "https://a/b?token=c" };

    expect(allowedAttributes(planted as SpanAttributes)).toEqual({ "http.route": "/a" });
  });

  it("are scrubbed and cut as the log is", () => {
    const planted = {
      "sanu.outcome": "to awa@example.org +22901900001",
      "http.route": "x".repeat(500),
    };
    const kept = allowedAttributes(planted);

    expect(kept["sanu.outcome"]).not.toMatch(/awa@|2290190/);
    expect(kept["http.route"]).toHaveLength(traceLimits.attributeLettersMax);
  });
});
