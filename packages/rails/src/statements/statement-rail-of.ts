import type { ChosenConnectors } from "../connectors/chosen.ts";
import type { StatementRail } from "../ports/statement-rail.ts";
import { createSandboxStatementRail } from "./sandbox/client.ts";

interface NodeStatementSettings {
  readonly nodeStatementRail: "sandbox";
  readonly sandboxUrl: string;
  readonly providerTimeoutMs: number;
}

/** What the statements of a service are opened with. */
export interface StatementSettings<Port extends string> extends NodeStatementSettings {
  readonly connectors: {
    readonly [Name in Port]: Pick<ChosenConnectors<unknown>, "providers">;
  } & { readonly statement: ChosenConnectors<StatementRail> };
}

/** The statements of the node that the settings name. */
export function nodeStatementRailOf(settings: NodeStatementSettings): StatementRail {
  switch (settings.nodeStatementRail) {
    case "sandbox":
      return createSandboxStatementRail({
        baseUrl: settings.sandboxUrl,
        callTimeoutMs: settings.providerTimeoutMs,
      });
  }
}
