import { type ReconciliationConfig, type RetentionRule, statementRetention } from "@sanu/platform";

export function retentionRules(config: {
  readonly statements: Pick<ReconciliationConfig, "linesKeptMs">;
}): readonly RetentionRule[] {
  return [statementRetention(config.statements)];
}
