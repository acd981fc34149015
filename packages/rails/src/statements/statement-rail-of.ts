import type { StatementRail } from "../ports/statement-rail.ts";
import { createSandboxStatementRail } from "./sandbox/client.ts";

export interface StatementRailSettings {
  readonly statementRail: "sandbox";
  readonly sandboxUrl: string;
  readonly providerTimeoutMs: number;
}

/** The statements of the provider that the settings name. */
export function statementRailOf(settings: StatementRailSettings): StatementRail {
  switch (settings.statementRail) {
    case "sandbox":
      return createSandboxStatementRail({
        baseUrl: settings.sandboxUrl,
        callTimeoutMs: settings.providerTimeoutMs,
      });
  }
}
