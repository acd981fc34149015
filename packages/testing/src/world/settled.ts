import { type PublishingService, publishingServices } from "@sanu/contracts";
import { type Database, inspectStreams, type Messaging } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { eventually } from "../eventually.ts";

export interface WorldState {
  readonly databases: Readonly<Record<PublishingService, Database>>;
  readonly messaging: Messaging;
}

const lastFactText = `
select event_id from events where public_type is not null
order by log_epoch desc, transaction_id desc, position desc limit 1`;

/**
 * Money that is on its way: an attempt that has no response yet, or one to send or return money that is not at
 * its end. A collection or an invoice that the provider accepted waits for a person and is settled enough.
 */
const movingText = `
select count(*)::int as moving from attempts
where state in ('open', 'unknown')
  or (state = 'accepted' and kind not in ('collection', 'invoice'))`;

/**
 * Waits until nothing moves any more: every fact is in its stream, every reaction has handled it, and no
 * attempt is under way. Two looks in a row must agree, because a fact can be between two places in one.
 */
export async function settled(state: WorldState, withinMs = 30_000): Promise<void> {
  let calmLooks = 0;
  await eventually(
    "nothing moves any more",
    async () => {
      calmLooks = (await isCalm(state)) ? calmLooks + 1 : 0;
      return calmLooks >= 2;
    },
    withinMs,
  );
}

async function isCalm({ databases, messaging }: WorldState): Promise<boolean> {
  const streams = await inspectStreams(messaging);
  if (streams.unhandled > 0) return false;
  const published = await Promise.all(
    publishingServices.map(async (service) => {
      const [last] = await databases[service].query<{ event_id: string }>(
        CompiledQuery.raw(lastFactText),
      );
      return (last?.event_id ?? null) === streams.lastFactIds[service];
    }),
  );
  if (published.includes(false)) return false;
  const moving = await Promise.all(
    [databases.payments, databases.payouts].map(async (database) => {
      const [row] = await database.query<{ moving: number }>(CompiledQuery.raw(movingText));
      return row?.moving ?? 0;
    }),
  );
  return moving.every((attempts) => attempts === 0);
}
