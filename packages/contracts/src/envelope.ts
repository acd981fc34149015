import type { EventId } from "@sanu/kernel";
import { z } from "zod";
import { factHeader, factTypeShape } from "./fact-headers.ts";
import { InstantText, idOf } from "./texts.ts";

/**
 * The attributes of a fact on the wire: CloudEvents 1.0 in NATS binary content mode, each attribute a header
 * `ce-<name>`, the data as the body. Source: CloudEvents NATS protocol binding 1.0.2, section 3.1.
 */
export const FactAttributes = z.object({
  id: idOf<EventId>(),
  type: z.string().regex(factTypeShape),
  /** `/sanu/<service>` */
  source: z.string(),
  /** The aggregate's id. */
  subject: z.string().min(1),
  time: InstantText,
  /** The request that started it all. */
  correlationid: z.string().max(128),
  causationid: z.string().max(128),
  /** The place in the service's log, `<epoch>.<transaction id>.<position>`: the order of facts, also after a refill. */
  position: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** W3C trace context, where the request carried one. */
  traceparent: z.string().max(64).optional(),
});
export type FactAttributes = z.infer<typeof FactAttributes>;

const headerNames = FactAttributes.keyof().options.map((name) => [name, factHeader(name)] as const);

export const fixedFactHeaders: readonly (readonly [string, string])[] = [
  ["ce-specversion", "1.0"],
  ["content-type", "application/json"],
];

/** Headers of a fact as pairs, the fixed ones first; an attribute that is not there has none. */
export function headersOfFact(attributes: FactAttributes): readonly (readonly [string, string])[] {
  const headers = [...fixedFactHeaders];
  for (const [name, header] of headerNames) {
    const value = attributes[name];
    if (value !== undefined) headers.push([header, value]);
  }
  return headers;
}

/** Reads the attributes from headers; `undefined` where they are not those of a fact. */
export function readFactAttributes(header: (name: string) => string): FactAttributes | undefined {
  const read: Record<string, string> = {};
  for (const [name, headerName] of headerNames) {
    const value = header(headerName);
    if (value !== "") read[name] = value;
  }
  const parsed = FactAttributes.safeParse(read);
  return parsed.success ? parsed.data : undefined;
}
