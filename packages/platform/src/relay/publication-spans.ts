import type { Tracer } from "../tracing/tracer.ts";
import type { PublicRow } from "./log-reader.ts";

/** From the moment in which a fact is sent until the stream has it. */
export function createPublicationSpans(tracer: Pick<Tracer, "open"> | undefined) {
  const open: { readonly number: number; readonly end: (error?: string) => void }[] = [];
  let sent = 0;
  let acknowledged = 0;
  return {
    /** Whoever reacts to the fact does so below this span. */
    begin(row: PublicRow): PublicRow {
      sent += 1;
      const span = tracer?.open(row.traceparent, () => ({
        name: `publish ${row.publicType}`,
        kind: "producer",
        attributes: {
          "messaging.system": "nats",
          "messaging.operation.type": "send",
          "messaging.destination.name": row.publicType,
          "messaging.message.id": row.eventId,
          "sanu.aggregate_id": row.streamId,
          "sanu.correlation_id": row.correlationId,
        },
      }));
      if (span === undefined) return row;
      open.push({ number: sent, end: (error) => span.end({ error }) });
      return { ...row, traceparent: span.traceparent };
    },
    acknowledge(facts: number): void {
      acknowledged += facts;
      while ((open[0]?.number ?? acknowledged + 1) <= acknowledged) open.shift()?.end();
    },
    /** What is left comes again. */
    close(): void {
      for (const { end } of open.splice(0)) end("unacknowledged");
    },
  };
}
