import type { RailLimits } from "../ports/rail.ts";

/** What the staff says of one connector. */
export interface ConnectorTerms {
  readonly isEnabled: Readonly<Record<"collection" | "disbursement", boolean>>;
  /** By channel, the lowest first; what is not named has its place in the setting. */
  readonly priorities: Readonly<Record<string, number>>;
  readonly limits: Pick<RailLimits, "amountXofMin" | "amountXofMax">;
}
