import { type ReconciliationConfig, type RetentionRule, statementRetention } from "@sanu/platform";

const DAY_MS = 86_400_000;

/** Places of receivers are free by themselves; what is left of them says who was paid. */
const slotRetention: RetentionRule = {
  table: "send_slots",
  key: "payout_id",
  since: "taken_at",
  keptMs: 30 * DAY_MS,
  batchRowsMax: 1_000,
};

export function retentionRules(config: {
  readonly statements: Pick<ReconciliationConfig, "linesKeptMs">;
}): readonly RetentionRule[] {
  return [statementRetention(config.statements), slotRetention];
}
