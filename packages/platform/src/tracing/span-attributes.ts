import { scrubbed } from "../logger/redaction.ts";
import { traceLimits } from "./limits.ts";

/**
 * All that a span may say, by OpenTelemetry's names where it has one: what names a person, an address or a number has none.
 * Source: semantic conventions 1.45 for HTTP, RPC, messaging and databases.
 */
const names = [
  "http.request.method",
  "http.route",
  "http.response.status_code",
  "rpc.system",
  "rpc.service",
  "rpc.method",
  "messaging.system",
  "messaging.operation.type",
  "messaging.destination.name",
  "messaging.consumer.group.name",
  "messaging.message.id",
  "db.system.name",
  "db.operation.name",
  "error.type",
  "sanu.correlation_id",
  "sanu.aggregate_id",
  "sanu.queue_wait_ms",
  "sanu.delivery",
  "sanu.events",
  "sanu.outcome",
  "sanu.provider",
  "sanu.attempt.kind",
  "sanu.attempt.step",
  "sanu.attempt.number",
] as const;

export type SpanAttributes = {
  readonly [Name in (typeof names)[number]]?: string | number | undefined;
};

const allowed: ReadonlySet<string> = new Set(names);

/** Without what is on no list, and scrubbed as a line of the log is. */
export function allowedAttributes(attributes: SpanAttributes): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!allowed.has(name) || value === undefined) continue;
    const isText = typeof value === "string";
    kept[name] = isText ? scrubbed(value).slice(0, traceLimits.attributeLettersMax) : value;
  }
  return kept;
}
