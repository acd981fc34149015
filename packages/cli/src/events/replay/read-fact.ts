import {
  type FactDefinition,
  facts,
  findFactSchema,
  type PublishingService,
  type ReplayedFact,
  typesOfFact,
} from "@sanu/contracts";
import type { PublishedFact } from "@sanu/platform";

const byType: ReadonlyMap<string, FactDefinition> = new Map(
  facts.flatMap((fact) => typesOfFact(fact).map((type) => [type, fact] as const)),
);

/** A published fact as its newest version; `undefined` of a type that this release does not know. Throws on other data than the type has. */
export function readReplayed(
  stream: PublishingService,
  published: PublishedFact,
): ReplayedFact | undefined {
  const { data, position: _position, traceparent: _traceparent, ...head } = published;
  const definition = byType.get(published.type);
  const schema = definition && findFactSchema(definition, published.type);
  if (definition === undefined || schema === undefined) return undefined;
  const read = schema.safeParse(JSON.parse(Buffer.from(data).toString()));
  if (!read.success) {
    throw new Error(`Fact ${published.sequence} of ${stream} is no ${published.type}`);
  }
  // Name and data belong together: both are of the definition.
  return { stream, ...head, name: definition.name, data: read.data } as ReplayedFact;
}
