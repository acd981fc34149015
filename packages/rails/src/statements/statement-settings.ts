import type { ChosenConnectors } from "../connectors/chosen.ts";
import type { StatementRail } from "../ports/statement-rail.ts";

/** What the statements of a service are opened with. */
export interface StatementSettings<Port extends string> {
  readonly connectors: {
    readonly [Name in Port]: Pick<ChosenConnectors<unknown>, "providers">;
  } & { readonly statement: ChosenConnectors<StatementRail> };
  readonly nodes: { readonly statement: ChosenConnectors<StatementRail> };
  readonly providerTimeoutMs: number;
}
