import { type ChosenConnectors, chosenSettings, listSetting } from "../connectors/chosen.ts";
import type {
  ConnectorEnvironment,
  ConnectorPort,
  SettingMistake,
} from "../mobile-money/connector.ts";
import type { NodeConnector } from "./node-connector.ts";
import * as all from "./nodes.ts";

export const nodeConnectors: readonly NodeConnector[] = Object.values(all);

export type NodePortName = "receive" | "send" | "statement" | "check";

type RailOf<Port extends NodePortName> =
  NonNullable<NodeConnector[Port]> extends ConnectorPort<infer Rail> ? Rail : never;

/** `lnd`, or one of several: `lnd-alice`. */
const entryShape = /^([a-z]+)(?:-([a-z0-9]{1,20}))?$/;

/** The setting that names the nodes of a port, the one to be asked first in front; a minus before one disables it. */
export function nodesSetting(port: NodePortName) {
  const serving = nodeConnectors.filter((one) => one[port] !== null);
  const names = serving.map(({ provider }) => provider).join(", ");
  return listSetting({
    isKnown: (entry) => portOfNode(entry, port) !== null,
    known: `${names}, with a name of yours behind it where there are several (lnd-one)`,
    mayDisable: port !== "statement",
  });
}

type Chosen<Variables extends Partial<Record<NodePortName, string>>> = {
  readonly [Port in keyof Variables & NodePortName]: ChosenConnectors<RailOf<Port>>;
};

/** Reads the settings of the nodes that the settings named by `variables` name, port by port. */
export function nodeSettings<const Variables extends Partial<Record<NodePortName, string>>>(
  variables: Variables,
) {
  const find = (entry: string, port: string) => portOfNode(entry, port as NodePortName);
  return chosenSettings(variables as Record<string, string>, find, nodesOfTwoNames).transform(
    (chosen) => ({ nodes: chosen as Chosen<Variables> }),
  );
}

/**
 * Settings of a second node that were copied from the first one's. What it holds would be counted, and sold, twice; and who moves from one
 * to the other goes on using the one that she takes down.
 */
function nodesOfTwoNames(
  entries: readonly string[],
  environment: ConnectorEnvironment,
): readonly SettingMistake[] {
  const named = new Map<string, string>();
  return entries.flatMap((entry) => {
    const [, kind = "", name] = entryShape.exec(entry) ?? [];
    const setting = `${renamesOf(kind, name).own}URL`;
    const url = environment[setting] ?? "";
    if (!URL.canParse(url)) return [];
    const { href } = new URL(url);
    const first = named.get(href);
    if (first !== undefined) {
      return [
        { name: setting, message: `must not be that of ${first}: one node would count as two` },
      ];
    }
    named.set(href, setting);
    return [];
  });
}

/** A node with a name has settings with that name: `LND_ALICE_URL` where the only one has `LND_URL`. */
export function portOfNode<Port extends NodePortName>(
  entry: string,
  port: Port,
): ConnectorPort<RailOf<Port>> | null {
  const [, kind, name] = entryShape.exec(entry) ?? [];
  const found = nodeConnectors.find(({ provider }) => provider === kind)?.[port] ?? null;
  if (found === null || kind === undefined) return null;
  const rename = renamesOf(kind, name);
  return {
    mistakesIn: (environment) =>
      found
        .mistakesIn(seenBy(environment, rename))
        .map((mistake) => ({ ...mistake, name: rename.toOwn(mistake.name) })),
    open: (environment, options) =>
      found.open(seenBy(environment, rename), { ...options, provider: entry }) as RailOf<Port>,
  };
}

type Renames = ReturnType<typeof renamesOf>;

function renamesOf(kind: string, name: string | undefined) {
  const common = `${kind.toUpperCase()}_`;
  const own = name === undefined ? common : `${common}${name.toUpperCase()}_`;
  const swap = (from: string, to: string) => (setting: string) =>
    setting.startsWith(from) ? `${to}${setting.slice(from.length)}` : setting;
  return { common, own, toOwn: swap(common, own), toCommon: swap(own, common) };
}

/** The environment as the node's connector knows it: what belongs to others of its kind is not there. */
function seenBy(
  environment: ConnectorEnvironment,
  { common, own, toCommon }: Renames,
): ConnectorEnvironment {
  const seen = Object.entries(environment).filter(
    ([setting]) => !setting.startsWith(common) || setting.startsWith(own),
  );
  return Object.fromEntries(seen.map(([setting, value]) => [toCommon(setting), value]));
}
