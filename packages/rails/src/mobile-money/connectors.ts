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
  /** Those of them that get no new orders; what was begun there goes on. */
  readonly disabled: readonly string[];
  readonly open: (options: ConnectorOptions) => readonly [Rail, ...Rail[]];
}

function providersOf(port: PortName): readonly string[] {
  return connectors.filter((one) => one[port] !== null).map(({ provider }) => provider);
}

const disabledMark = /^-/;
const entriesOf = (text: string): readonly string[] => text.split(",").map((name) => name.trim());
const namesOf = (text: string): readonly string[] =>
  entriesOf(text).map((entry) => entry.replace(disabledMark, ""));
const disabledIn = (text: string): readonly string[] =>
  entriesOf(text).flatMap((entry) => (disabledMark.test(entry) ? [entry.slice(1)] : []));

/** In place of a provider's statement: each of our orders is asked for by its status. */
export const BY_STATUS = "by-status";

/** The setting that names the providers of a port, with commas between them; a minus before one disables it. */
export function providersSetting(port: PortName) {
  const known = new Set([...providersOf(port), ...(port === "statement" ? [BY_STATUS] : [])]);
  return z
    .string()
    .default("sandbox")
    .refine((text) => namesOf(text).every((name) => known.has(name)), {
      error: `must be one of ${[...known].join(", ")}, or several with commas between them`,
    })
    .refine((text) => new Set(namesOf(text)).size === namesOf(text).length, {
      error: "must name each provider once",
    })
    .refine((text) => port !== "statement" || disabledIn(text).length === 0, {
      error: "must name only whose statements are read",
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
        const text = environment[variable] ?? "sandbox";
        const providers = namesOf(text);
        const found = providers
          .filter((provider) => provider !== BY_STATUS)
          .map((provider) => portOfProvider(provider, port));
        for (const { name, message } of found.flatMap(
          (one) => one?.mistakesIn(environment) ?? [],
        )) {
          context.addIssue({ code: "custom", path: [name], message });
        }
        const open = (options: ConnectorOptions) =>
          found.map((one) => opened(one, environment, options));
        return [port, { providers, disabled: disabledIn(text), open }];
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
