import type { FactAttributes, FactDefinition } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";

/**
 * What a fact says about itself when a test hands it to a reaction without a stream between: a new id, told now, at the
 * first place of its service's log, unless `changes` say otherwise.
 */
export function attributesOfFact(
  { type }: FactDefinition,
  changes: Partial<FactAttributes> = {},
): FactAttributes {
  const [, service] = type.split(".");
  return {
    id: newId<"EventId">(),
    type,
    source: `/sanu/${service}`,
    subject: "test",
    time: systemClock.now(),
    correlationid: "test",
    causationid: "test",
    position: "1.1.1",
    ...changes,
  };
}
