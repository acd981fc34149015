import { type FactDefinition, factSubject } from "@sanu/contracts";
import type { Messaging } from "@sanu/platform";

/** Everything that is published of one fact from now on. */
export function collectFacts(
  { namespace, subscribeCore }: Messaging,
  fact: FactDefinition,
): readonly unknown[] {
  const received: unknown[] = [];
  subscribeCore(factSubject(namespace, fact.type), (text) => received.push(JSON.parse(text)));
  return received;
}
