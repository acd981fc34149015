import { z } from "zod";
import type {
  Connector,
  ConnectorEnvironment,
  ConnectorOptions,
  ConnectorPort,
} from "./connector.ts";
import * as all from "./providers.ts";

export const connectors: readonly Connector[] = Object.values(all);

export type PortName = "collection" | "disbursement" | "statement";

type RailOf<Port extends PortName> =
  NonNullable<Connector[Port]> extends ConnectorPort<infer Rail> ? Rail : never;

/** A port of the provider that the settings name, ready to be opened. */
export interface ChosenConnector<Rail> {
  readonly provider: string;
  readonly open: (options: ConnectorOptions) => Rail;
}

function providersOf(port: PortName): readonly string[] {
  return connectors.filter((one) => one[port] !== null).map(({ provider }) => provider);
}

/** The setting that names the provider of a port. */
export function providerSetting(port: PortName) {
  return z.enum(providersOf(port)).default("sandbox");
}

type Chosen<Variables extends Partial<Record<PortName, string>>> = {
  readonly [Port in keyof Variables & PortName]: ChosenConnector<RailOf<Port>>;
};

/**
 * Reads the settings of the providers that the settings named by `variables` name, port by port. Every mistake in them
 * is an issue under the name of its setting.
 */
export function connectorSettings<const Variables extends Partial<Record<PortName, string>>>(
  variables: Variables,
) {
  const ports = Object.entries(variables) as [PortName, string][];
  return z
    .record(z.string(), z.string().optional())
    .transform((environment, context): { readonly connectors: Chosen<Variables> } => {
      const chosen = ports.map(([port, variable]) => {
        const provider = environment[variable] ?? "sandbox";
        const found = portOfProvider(provider, port);
        for (const { name, message } of found?.mistakesIn(environment) ?? []) {
          context.addIssue({ code: "custom", path: [name], message });
        }
        const open = (options: ConnectorOptions) => opened(found, environment, options);
        return [port, { provider, open }];
      });
      return { connectors: Object.fromEntries(chosen) as Chosen<Variables> };
    });
}

/** A provider that is none is an issue of the setting itself. */
function portOfProvider<Port extends PortName>(
  provider: string,
  port: Port,
): ConnectorPort<RailOf<Port>> | null {
  const found = connectors.find((one) => one.provider === provider)?.[port] ?? null;
  return found as ConnectorPort<RailOf<Port>> | null;
}

function opened<Rail>(
  port: ConnectorPort<Rail> | null,
  environment: ConnectorEnvironment,
  options: ConnectorOptions,
): Rail {
  if (port === null) throw new Error("No connector serves this port");
  return port.open(environment, options);
}
