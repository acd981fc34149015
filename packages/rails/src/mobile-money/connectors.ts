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

/** A port of the providers that the settings name, ready to be opened: one rail of each, in the order of the setting. */
export interface ChosenConnectors<Rail> {
  readonly providers: readonly string[];
  readonly open: (options: ConnectorOptions) => readonly [Rail, ...Rail[]];
}

function providersOf(port: PortName): readonly string[] {
  return connectors.filter((one) => one[port] !== null).map(({ provider }) => provider);
}

const namesOf = (text: string): readonly string[] => text.split(",").map((name) => name.trim());

/** The setting that names the providers of a port, with commas between them. */
export function providersSetting(port: PortName) {
  const known = new Set(providersOf(port));
  return z
    .string()
    .default("sandbox")
    .refine((text) => namesOf(text).every((name) => known.has(name)), {
      error: `must be one of ${[...known].join(", ")}, or several with commas between them`,
    })
    .refine((text) => new Set(namesOf(text)).size === namesOf(text).length, {
      error: "must name each provider once",
    })
    .transform(namesOf);
}

type Chosen<Variables extends Partial<Record<PortName, string>>> = {
  readonly [Port in keyof Variables & PortName]: ChosenConnectors<RailOf<Port>>;
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
        const providers = namesOf(environment[variable] ?? "sandbox");
        const found = providers.map((provider) => portOfProvider(provider, port));
        for (const { name, message } of found.flatMap(
          (one) => one?.mistakesIn(environment) ?? [],
        )) {
          context.addIssue({ code: "custom", path: [name], message });
        }
        const open = (options: ConnectorOptions) =>
          found.map((one) => opened(one, environment, options));
        return [port, { providers, open }];
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
