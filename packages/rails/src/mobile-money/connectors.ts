import { type ChosenConnectors, chosenSettings, listSetting } from "../connectors/chosen.ts";
import type { Connector, ConnectorPort } from "./connector.ts";
import * as all from "./providers.ts";

export const connectors: readonly Connector[] = Object.values(all);

export type PortName = "collection" | "disbursement" | "statement";

type RailOf<Port extends PortName> =
  NonNullable<Connector[Port]> extends ConnectorPort<infer Rail> ? Rail : never;

/** In place of a provider's statement: each of our orders is asked for by its status. */
export const BY_STATUS = "by-status";

/** The setting that names the providers of a port, with commas between them; a minus before one disables it. */
export function providersSetting(port: PortName) {
  const serving = connectors.filter((one) => one[port] !== null).map(({ provider }) => provider);
  const known = new Set([...serving, ...(port === "statement" ? [BY_STATUS] : [])]);
  return listSetting({
    isKnown: (name) => known.has(name),
    known: [...known].join(", "),
    mayDisable: port !== "statement",
  });
}

type Chosen<Variables extends Partial<Record<PortName, string>>> = {
  readonly [Port in keyof Variables & PortName]: ChosenConnectors<RailOf<Port>>;
};

/** Reads the settings of the providers that the settings named by `variables` name, port by port. */
export function connectorSettings<const Variables extends Partial<Record<PortName, string>>>(
  variables: Variables,
) {
  return chosenSettings(variables as Record<string, string>, (provider, port) =>
    provider === BY_STATUS
      ? undefined
      : (connectors.find((one) => one.provider === provider)?.[port as PortName] ?? null),
  ).transform((chosen) => ({ connectors: chosen as Chosen<Variables> }));
}
