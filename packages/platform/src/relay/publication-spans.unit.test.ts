import type { Instant } from "@sanu/kernel";
import { expect, it } from "vitest";
import type { Tracer } from "../tracing/tracer.ts";
import { createPublicationSpans } from "./publication-spans.ts";

const sampled = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;

const row = (eventId: string, traceparent: string | null) => ({
  place: "1.1.1",
  eventId,
  streamId: "stream",
  recordedAt: "2026-11-23T12:00:00.000000Z" as Instant,
  correlationId: "request",
  causationId: "command",
  traceparent,
  publicType: "sanu.payments.PaymentCompleted.v1",
  publicData: "{}",
});

/** Samples what has a traceparent, and says which fact's span ended, and how. */
function recordingTracer() {
  const ended: string[] = [];
  const tracer: Pick<Tracer, "open"> = {
    open(traceparent, start) {
      if (traceparent !== sampled) return undefined;
      const id = String(start().attributes["messaging.message.id"]);
      const end = ({ error = "stored" } = {}) => void ended.push(`${id} ${error}`);
      return { traceparent: `below ${id}`, end };
    },
  };
  return { tracer, ended };
}

it("a fact's span ends when the stream has the fact, and not before those ahead of it", () => {
  const { tracer, ended } = recordingTracer();
  const spans = createPublicationSpans(tracer);
  const sent = [row("1", sampled), row("2", null), row("3", sampled)].map((one) =>
    spans.begin(one),
  );

  expect(sent.map(({ traceparent }) => traceparent)).toEqual(["below 1", null, "below 3"]);
  spans.acknowledge(1);
  expect(ended).toEqual(["1 stored"]);
  spans.acknowledge(1);
  expect(ended).toEqual(["1 stored"]);
  spans.acknowledge(1);
  expect(ended).toEqual(["1 stored", "3 stored"]);
});

it("what was not acknowledged says so, and its fact comes again in the same trace", () => {
  const { tracer, ended } = recordingTracer();
  const spans = createPublicationSpans(tracer);
  spans.begin(row("1", sampled));
  spans.close();
  createPublicationSpans(tracer).begin(row("1", sampled));

  expect(ended).toEqual(["1 unacknowledged"]);
});
