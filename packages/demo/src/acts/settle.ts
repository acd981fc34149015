import { CompiledQuery } from "kysely";
import type { DemoSystem } from "../system/demo-system.ts";
import { until } from "./patience.ts";

/** A transaction that is to be over, and how. */
export interface Ending {
  readonly transactionId: string;
  readonly outcome: string;
  readonly status: "COMPLETED" | "FAILED";
  /** What the node does with a sale depends on the last digits of its satoshis as well. */
  readonly isCertain: boolean;
}

const statusesText = `
select transaction_id as "transactionId", status from transaction_list where transaction_id = any($1::uuid[])`;

/** Waits until none of these is under way any more. Throws where one has ended otherwise than planned. */
export async function untilEnded(
  { databases }: DemoSystem,
  endings: readonly Ending[],
): Promise<void> {
  if (endings.length === 0) return;
  const look = CompiledQuery.raw(statusesText, [endings.map(({ transactionId }) => transactionId)]);
  let found = new Map<string, string>();
  const open = (): readonly Ending[] =>
    endings.filter(
      ({ transactionId }) => !/^(?:COMPLETED|FAILED)$/.test(found.get(transactionId) ?? ""),
    );
  const left = (): string =>
    open()
      .map(({ outcome }) => outcome)
      .join(", ");
  await until(
    () => `all orders are over, but for ${left()}`,
    async () => {
      const rows = await databases.transactions.query<Row>(look);
      found = new Map(rows.map(({ transactionId, status }) => [transactionId, status]));
      return open().length === 0;
    },
  );
  for (const { transactionId, status, isCertain, outcome } of endings) {
    const ended = found.get(transactionId);
    if (!isCertain || ended === status) continue;
    throw new Error(`${transactionId} (${outcome}) is ${ended} and was to be ${status}`);
  }
}

interface Row {
  readonly transactionId: string;
  readonly status: string;
}

/** Waits until the money of all of these has come in: of that nobody but the provider knows at first. */
export async function untilPaid(
  { databases }: DemoSystem,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return;
  const look = CompiledQuery.raw(statusesText, [[...transactionIds]]);
  await until("all money is in", async () => {
    const rows = await databases.transactions.query<Row>(look);
    return rows.every(({ status }) => status !== "PENDING");
  });
}
