import { type ReconciliationConfig, type RetentionRule, statementRetention } from "@sanu/platform";

const retentionLimits = { batchRowsMax: 1_000 } as const;

/** What payments deletes by age. Without its row a callback that is repeated only has the status read once more. */
export function retentionRules(config: {
  readonly callbackKeptMs: number;
  readonly statements: Pick<ReconciliationConfig, "linesKeptMs">;
}): readonly RetentionRule[] {
  return [
    {
      table: "callbacks",
      key: "ctid",
      since: "received_at",
      keptMs: config.callbackKeptMs,
      ...retentionLimits,
    },
    statementRetention(config.statements),
  ];
}
