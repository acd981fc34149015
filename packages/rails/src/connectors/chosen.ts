import { z } from "zod";
import type {
  AccountSetting,
  ConnectorEnvironment,
  ConnectorOptions,
  ConnectorPort,
  SettingMistake,
} from "../mobile-money/connector.ts";

/** A port of those whom the settings name, ready to be opened: one rail of each, in the order of the setting. */
export interface ChosenConnectors<Rail> {
  readonly providers: readonly string[];
  /** Those of them that get no new orders; what was begun there goes on. */
  readonly disabled: readonly string[];
  /** Whose accounts are used at them. */
  readonly accounts: readonly AccountSetting[];
  readonly open: (options: ConnectorOptions) => readonly [Rail, ...Rail[]];
}

const disabledMark = /^-/;
const entriesOf = (text: string): readonly string[] => text.split(",").map((name) => name.trim());
const namesOf = (text: string): readonly string[] =>
  entriesOf(text).map((entry) => entry.replace(disabledMark, ""));
const disabledIn = (text: string): readonly string[] =>
  entriesOf(text).flatMap((entry) => (disabledMark.test(entry) ? [entry.slice(1)] : []));

interface ListTerms {
  readonly isKnown: (name: string) => boolean;
  /** What may be named, for who named something else. */
  readonly known: string;
  readonly mayDisable: boolean;
}

/** The setting that names who serves a port, with commas between them; a minus before one disables it. */
export function listSetting({ isKnown, known, mayDisable }: ListTerms) {
  return z
    .string()
    .default("sandbox")
    .refine((text) => namesOf(text).every(isKnown), {
      error: `must be one of ${known}, or several with commas between them`,
    })
    .refine((text) => new Set(namesOf(text)).size === namesOf(text).length, {
      error: "must name each provider once",
    })
    .refine((text) => mayDisable || disabledIn(text).length === 0, {
      error: "must name only whose statements are read",
    })
    .transform(namesOf);
}

/** Null where nobody of the name serves the port; undefined for what stands in the list and is no connector. */
export type FindPort = (name: string, port: string) => ConnectorPort<unknown> | null | undefined;

/** What the settings of several that serve one port together have wrong, each of which is well by itself. */
export type FindContradictions = (
  names: readonly string[],
  environment: ConnectorEnvironment,
) => readonly SettingMistake[];

/**
 * Reads the settings of those who are named in the settings of `variables`, port by port. Every mistake in them is an
 * issue under the name of its setting; who is not found is one of the list itself.
 */
export function chosenSettings(
  variables: Readonly<Record<string, string>>,
  find: FindPort,
  contradictionsIn: FindContradictions = () => [],
) {
  return z
    .record(z.string(), z.string().optional())
    .transform((environment, context): Readonly<Record<string, ChosenConnectors<unknown>>> => {
      const chosen = Object.entries(variables).map(([port, variable]) => {
        const text = environment[variable] ?? "sandbox";
        const providers = namesOf(text);
        const found = providers.map((name) => find(name, port)).filter((one) => one !== undefined);
        const mistakes = [
          ...found.flatMap((one) => one?.mistakesIn(environment) ?? []),
          ...contradictionsIn(providers, environment),
        ];
        for (const { name, message } of mistakes) {
          context.addIssue({ code: "custom", path: [name], message });
        }
        const open = (options: ConnectorOptions) => openAll(found, environment, options);
        const accounts = found.flatMap((one) => one?.accountsIn?.(environment) ?? []);
        return [port, { providers, disabled: disabledIn(text), accounts, open }] as const;
      });
      return Object.fromEntries(chosen);
    });
}

function openAll(
  ports: readonly (ConnectorPort<unknown> | null)[],
  environment: ConnectorEnvironment,
  options: ConnectorOptions,
): [unknown, ...unknown[]] {
  const opened = ports.map((port) => {
    if (port === null) throw new Error("No connector serves this port");
    return port.open(environment, options);
  });
  return opened as [unknown, ...unknown[]];
}
