import { jetstreamManager } from "@nats-io/jetstream";
import { type ReactionGroupName, reactionGroups, streamName } from "@sanu/contracts";
import type { Database, Messaging } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { eventually } from "../eventually.ts";

/** Waits until NATS knows that a group has handled all that was published so far. */
export async function allAcknowledged(
  { connection, namespace }: Pick<Messaging, "connection" | "namespace">,
  group: ReactionGroupName,
): Promise<void> {
  const definition = reactionGroups.find((one) => one.group === group);
  if (definition === undefined) throw new Error(`There is no group ${group}`);
  const stream = streamName(namespace, definition.source);
  const { consumers } = await jetstreamManager(connection);
  await eventually("NATS knows that it is handled", async () => {
    const { num_pending, num_ack_pending } = await consumers.info(stream, group);
    return num_pending === 0 && num_ack_pending === 0;
  });
}

const loseText = `
with attempt as (delete from attempts where subject_id = any($1::uuid[])),
lost as (delete from events where stream_id = any($1::uuid[]) returning causation_id)
delete from handled where fact_id::text in (select causation_id from lost)`;

/** The database knows of these aggregates what one does that was put back to a moment before it was told of them. */
export async function loseAggregates(
  database: Pick<Database, "query">,
  ...ids: readonly string[]
): Promise<void> {
  await database.query(CompiledQuery.raw(loseText, [[...ids]]));
}
