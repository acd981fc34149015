import { type PublishingService, publishingServices } from "@sanu/contracts";
import type { World } from "@sanu/testing";
import { CompiledQuery } from "kysely";

/** The types of the events of one aggregate, oldest first. */
export function eventTypes(
  world: World,
  service: PublishingService,
  streamId: string,
): Promise<readonly string[]> {
  return typesWhere(world, service, "stream_id = $1 order by version", streamId);
}

/** The types of the events that tell of a transaction in the log of payments or payouts, oldest first. */
export function eventTypesAbout(
  world: World,
  service: "payments" | "payouts",
  transactionId: string,
): Promise<readonly string[]> {
  const condition = "data->>'transactionId' = $1 order by position";
  return typesWhere(world, service, condition, transactionId);
}

async function typesWhere(
  world: World,
  service: PublishingService,
  condition: string,
  id: string,
): Promise<readonly string[]> {
  const rows = await world.databases[service].query<{ type: string }>(
    CompiledQuery.raw(`select event_type as type from events where ${condition}`, [id]),
  );
  return rows.map(({ type }) => type);
}

/** Why a person was asked to look at a transaction. */
export function reviewReasons(world: World, transactionId: string): Promise<readonly string[]> {
  return reasonsOf(world, transactionId, "TransactionReviewRequested");
}

/** Why money of a transaction goes back, one reason for each refund. */
export function refundReasons(world: World, transactionId: string): Promise<readonly string[]> {
  return reasonsOf(world, transactionId, "TransactionRefundRequested");
}

async function reasonsOf(world: World, transactionId: string, type: string) {
  const rows = await world.databases.transactions.query<{ reason: string }>(
    CompiledQuery.raw(
      `select data->>'reason' as reason from events
       where stream_id = $1 and event_type = $2 order by version`,
      [transactionId, type],
    ),
  );
  return rows.map(({ reason }) => reason);
}

/** How many events each service's log holds. */
export async function countEvents(
  world: World,
): Promise<Readonly<Record<PublishingService, number>>> {
  const counts = await Promise.all(
    publishingServices.map(async (service) => {
      const [row] = await world.databases[service].query<{ events: number }>(
        // What a float holds is observed by itself, at any moment; it is nobody's effect.
        CompiledQuery.raw(
          "select count(*)::int as events from events where event_type <> 'FloatReported'",
        ),
      );
      return row?.events ?? 0;
    }),
  );
  const [identity = 0, transactions = 0, payments = 0, payouts = 0] = counts;
  return { identity, transactions, payments, payouts };
}
