import { inSpan } from "../tracing/in-span.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { IncomingFact } from "./incoming-fact.ts";

/** How a fact came; each time is a span of its own, in the trace that it belongs to. */
type Delivery = "first" | "again" | "parked";

/** What is done about a fact, whoever published it and however long ago. */
export function inFactSpan<Outcome extends string>(
  {
    tracer,
    group,
    delivery,
  }: {
    readonly tracer?: Tracer | undefined;
    readonly group: string;
    readonly delivery: Delivery;
  },
  incoming: IncomingFact,
  work: (incoming: IncomingFact) => Promise<Outcome>,
): Promise<Outcome> {
  const { attributes, factId } = incoming;
  if (attributes === undefined) return work(incoming);
  const start = () => ({
    name: `process ${attributes.type}`,
    kind: "consumer" as const,
    attributes: {
      "messaging.system": "nats",
      "messaging.operation.type": "process",
      "messaging.destination.name": attributes.type,
      "messaging.consumer.group.name": group,
      "messaging.message.id": factId,
      "sanu.aggregate_id": attributes.subject,
      "sanu.correlation_id": attributes.correlationid,
      "sanu.delivery": delivery,
    },
  });
  const endOf = (outcome: Outcome) => ({ attributes: { "sanu.outcome": outcome } });
  return inSpan({ tracer, context: attributes, start, endOf }, (below) =>
    work(below === attributes ? incoming : { ...incoming, attributes: below }),
  );
}
