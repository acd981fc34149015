import type { PublishingService } from "@sanu/contracts";
import type { World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { countEvents } from "./logs.ts";

/** Everything that must not happen twice, counted. */
export interface Effects {
  readonly events: Readonly<Record<PublishingService, number>>;
  /** Intents to call outside, in payments and payouts. */
  readonly attempts: number;
  /** What the provider and the node did, by their own account; what they were only asked is not in it. */
  readonly movements: number;
  /** Facts that a reaction could not handle; not a doubled effect, but none that may stay unseen. */
  readonly parked: number;
  /** Mails that were sent or wait to be sent. */
  readonly mails: number;
}

/** Counts the effects of everything so far. */
export async function countEffects(world: World): Promise<Effects> {
  const { identity, transactions, payments, payouts } = world.databases;
  const count = async (database: typeof identity, table: string): Promise<number> => {
    const [row] = await database.query<{ found: number }>(
      CompiledQuery.raw(`select count(*)::int as found from ${table}`),
    );
    return row?.found ?? 0;
  };
  const parked = await Promise.all(
    [identity, transactions, payments, payouts].map((database) => count(database, "parked_facts")),
  );
  const movements = world.sandbox.journal
    .all()
    .filter(({ kind }) => kind !== "call" && kind !== "callback-sent");
  return {
    events: await countEvents(world),
    attempts: (await count(payments, "attempts")) + (await count(payouts, "attempts")),
    movements: movements.length,
    parked: parked.reduce((sum, facts) => sum + facts, 0),
    mails: await count(identity, "mails_to_send"),
  };
}
