import type { CommandContext } from "../event-store/events.ts";
import { inSpan } from "../tracing/in-span.ts";
import type { SpanEnd, Tracer } from "../tracing/tracer.ts";
import { type Ended, outcomeOf } from "./measured-requests.ts";

/** A refusal is an answer; only what nobody answered went wrong. */
export function inRequestSpan<Context extends CommandContext, Result extends Ended>(
  about: {
    readonly side: "client" | "server";
    readonly definition: { readonly service: string; readonly name: string };
    readonly tracer: Tracer | undefined;
    /** How long it waited for its turn. */
    readonly waitedMs?: number;
  },
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { side: kind, definition, tracer, waitedMs } = about;
  const { service, name: method } = definition;
  const start = () => ({
    name: `${service}.${method}`,
    kind,
    attributes: {
      "rpc.system": "nats",
      "rpc.service": service,
      "rpc.method": method,
      "sanu.correlation_id": context.correlationId,
      "sanu.queue_wait_ms": waitedMs,
    },
  });
  const endOf = (result: Result): SpanEnd => {
    const outcome = outcomeOf(result);
    const error = result.kind === "unavailable" ? outcome : undefined;
    return { attributes: { "sanu.outcome": outcome }, error };
  };
  return inSpan({ tracer, context, start, endOf }, work);
}
