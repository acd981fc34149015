import { headersOfFact, PaymentCompleted } from "@sanu/contracts";
import { startTraceView } from "@sanu/local-stack";
import { attributesOfFact } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createLogger } from "../logger/create-logger.ts";
import { logStart } from "../relay/log-position.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createTracer } from "../tracing/create-tracer.ts";
import { writeTraceparent } from "../tracing/trace-context.ts";
import { type Handling, handleFact } from "./handle-fact.ts";
import { incomingFact } from "./incoming-fact.ts";
import { paymentCompleted as data } from "./payment-completed.fixture.ts";
import { defineReaction } from "./reaction.ts";
import { createUnavailablePeers } from "./unavailable-peers.ts";

const trace = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };

const view = await startTraceView();
afterAll(() => view.stop());

/** Handles the same fact as often as said; returns what its reaction was given to pass on. */
async function handleTimes(times: number, isSampled: boolean): Promise<readonly unknown[]> {
  const passedOn: unknown[] = [];
  const metrics = createMetrics("transactions");
  const logger = createLogger({ service: "transactions", level: "silent" });
  const endpoint = view.url;
  const tracer = createTracer({ service: "transactions", endpoint, logger, metrics });
  await tracer.start();
  const reaction = defineReaction({
    name: "when-payment-completed",
    fact: PaymentCompleted,
    aggregateId: (fact) => fact.transactionId,
    react(_fact, { context }) {
      passedOn.push(context.traceparent);
      return Promise.resolve({ kind: "accepted" });
    },
  });
  const handling: Handling = {
    group: "transactions-from-payments",
    reactions: [reaction],
    database: { query: () => Promise.resolve([]) },
    gate: { isOpen: () => true },
    logger,
    tracer,
    wasHandled: () => Promise.resolve(passedOn.length > 0),
    highest: () => logStart,
    parkedLanes: new Set(),
    sendsMoney: false,
    onParked: () => undefined,
    unavailablePeers: createUnavailablePeers(() => undefined),
    countFailure: () => undefined,
    isLeaving: () => false,
    pause: () => Promise.resolve(true),
  };
  const traceparent = writeTraceparent({ ...trace, isSampled });
  const attributes = attributesOfFact(PaymentCompleted, { traceparent });
  const headers = Object.fromEntries(headersOfFact(attributes));
  const incoming = incomingFact(headers, Buffer.from(JSON.stringify(data)), "PAYMENTS:7");
  for (let time = 0; time < times; time += 1) await handleFact(handling, incoming, time > 0);
  await tracer.stop();
  metrics.close();
  return passedOn;
}

it("a fact that comes again is a second span of the same trace, and what follows from it is below the first", async () => {
  const [passedOn, ...more] = await handleTimes(2, true);

  const [first, second, ...others] = view.store.find(trace.traceId)?.spans ?? [];
  const deliveries = [first, second].map(
    (span) => span?.attributes.find(([name]) => name === "sanu.delivery")?.[1],
  );
  expect(deliveries).toEqual(["first", "again"]);
  expect([first?.parentId, second?.parentId]).toEqual([trace.spanId, trace.spanId]);
  expect(passedOn).toBe(
    writeTraceparent({ ...trace, spanId: first?.spanId ?? "", isSampled: true }),
  );
  expect([...others, ...more]).toEqual([]);
  expect(view.store.list()).toHaveLength(1);
});

it("a fact that is not sampled passes its context on as it came", async () => {
  const before = view.store.find(trace.traceId)?.spans.length;
  const passedOn = await handleTimes(1, false);

  expect(passedOn).toEqual([writeTraceparent({ ...trace, isSampled: false })]);
  expect(view.store.find(trace.traceId)?.spans.length).toBe(before);
});
