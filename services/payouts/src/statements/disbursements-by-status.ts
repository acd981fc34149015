import {
  type BookedQueries,
  type Database,
  findAttempt,
  type StatedByStatus,
  type StatementSource,
  statementByStatus,
  unsettledAs,
} from "@sanu/platform";
import type { DisburseRail } from "@sanu/rails";

/** What was paid out, asked for payout by payout, where the provider states nothing. */
export function disbursementsByStatus(
  database: Database,
  booked: BookedQueries,
  rail: DisburseRail,
): StatementSource & { readonly close: () => Promise<void> } {
  const { provider, close } = rail;
  const source = statementByStatus({
    provider,
    database,
    booked,
    async ask({ matchId: key, ...movement }): Promise<StatedByStatus> {
      const attempt = await findAttempt(database, key);
      const status = await rail.status(key, attempt?.providerReference ?? null);
      if (status.kind !== "settled" && status.kind !== "reversed") {
        return unsettledAs(status, movement);
      }
      const fee = status.kind === "settled" ? status.feeXof : movement.fee;
      return { kind: "known", amount: status.amountXof, fee, state: status.kind };
    },
  });
  return { ...source, close };
}
