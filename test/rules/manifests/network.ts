import { at, isObject, type Json, type JsonObject, objectsAt, textAt } from "./json.ts";
import { labelsAt, selects, type Workload } from "./pods.ts";

/** One way that is open: `payments > postgres:5432`. */
export type Edge = string;

interface Peer {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Every way from pod to pod that policies leave open on both sides, and what is open to and from outside of the namespace.
 * Names of the cluster (DNS) are everybody's and not told.
 */
export function openEdges(
  objects: readonly JsonObject[],
  workloads: readonly Workload[],
  others: readonly Peer[] = [],
): readonly Edge[] {
  const policies = objects.filter((each) => each["kind"] === "NetworkPolicy");
  const peers: readonly Peer[] = [...workloads, ...others];
  const isIsolated = policies.some(
    (each) =>
      JSON.stringify(at(each, "spec", "podSelector")) === "{}" &&
      at(each, "spec", "ingress") === undefined &&
      at(each, "spec", "egress") === undefined,
  );
  if (!isIsolated) return ["everybody > everybody"];
  const rules = (way: "ingress" | "egress", side: "from" | "to") =>
    policies.flatMap((policy) =>
      objectsAt(policy, "spec", way).flatMap((rule) =>
        peers
          .filter((peer) => isSelected(at(policy, "spec", "podSelector"), peer))
          .flatMap((peer) =>
            sidesOf(rule, side, peers).map((other) => ({ peer: peer.name, other, rule })),
          ),
      ),
    );
  const inward = rules("ingress", "from").flatMap(({ peer, other, rule }) =>
    portsOf(rule).map((port) => `${other} > ${peer}:${port}`),
  );
  const outward = rules("egress", "to").flatMap(({ peer, other, rule }) =>
    portsOf(rule).map((port) => `${peer} > ${other}:${port}`),
  );
  const isInside = (edge: Edge) => {
    const [from = "", to = ""] = edge.split(/ > |:/);
    return [from, to].every((name) => peers.some((each) => each.name === name));
  };
  const both = outward.filter((edge) => inward.includes(edge));
  const half = [...inward, ...outward].filter((edge) => isInside(edge) && !both.includes(edge));
  const beyond = [...inward, ...outward].filter(
    (edge) => !isInside(edge) && !/:(?:10)?53$/.test(edge),
  );
  return [...new Set([...both, ...half.map((edge) => `${edge} (one side)`), ...beyond])].toSorted();
}

function portsOf(rule: JsonObject): readonly string[] {
  return objectsAt(rule, "ports").map((each) => JSON.stringify(at(each, "port")));
}

/** Who is meant: pods by their name, a namespace by its own, addresses as `outside`, and everything as `anywhere`. */
function sidesOf(rule: JsonObject, side: "from" | "to", peers: readonly Peer[]): readonly string[] {
  const wanted = objectsAt(rule, side);
  if (wanted.length === 0) return ["anywhere"];
  const names = wanted.flatMap((each) => {
    const namespace = textAt(
      each,
      "namespaceSelector",
      "matchLabels",
      "kubernetes.io/metadata.name",
    );
    if (namespace !== "") return [`namespace ${namespace}`];
    if (each["ipBlock"] !== undefined) return ["outside"];
    return peers.filter((peer) => isSelected(each["podSelector"], peer)).map(({ name }) => name);
  });
  return [...new Set(names)];
}

function isSelected(selector: Json | undefined, { labels }: Peer): boolean {
  if (!isObject(selector)) return false;
  return (
    selects(labelsAt(selector["matchLabels"]), labels) &&
    objectsAt(selector, "matchExpressions").every((each) => {
      const values = each["values"];
      return Array.isArray(values) && values.includes(labels[textAt(each, "key")] ?? "");
    })
  );
}
