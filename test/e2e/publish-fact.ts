import {
  type FactDefinition,
  type FactInput,
  jsonText,
  type PublishingService,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { createEventStore, createGate } from "@sanu/platform";
import type { World } from "@sanu/testing";
import { z } from "zod";

const TestFact = z.object({
  type: z.literal("PublishedByTest"),
  v: z.literal(1),
  publicType: z.string(),
  dataText: z.string(),
});

/**
 * Lets a running service tell a fact that it never tells by itself, through its own log and relay: as after a fault
 * of its own. Nothing moves outside, and the fact is no event of any payment or payout.
 */
export async function publishFact<Definition extends FactDefinition>(
  world: World,
  definition: Definition,
  data: FactInput<Definition>,
): Promise<void> {
  const service = definition.service as Exclude<PublishingService, "identity">;
  const store = createEventStore({
    database: world.databases[service],
    schema: TestFact,
    publish: ({ publicType, dataText }) => ({ type: publicType, dataText }),
    projections: [],
    gate: createGate(),
    afterPublicCommit: () => undefined,
  });
  const streamId: string = newId();
  const dataText = jsonText(data);
  await store.append({
    streamId,
    loaded: await store.load(streamId),
    events: [{ type: "PublishedByTest", v: 1, publicType: definition.type, dataText }],
    context: { correlationId: "test", causationId: newId() },
  });
}
