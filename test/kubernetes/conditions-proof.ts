import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { type Cluster, CommandError } from "./cluster.ts";

const home = "deploy/kubernetes";
const rendered = ["overlays/production", "overlays/staging", "restore", "restore/in-place"];

type Path = readonly [string, ...(string | number)[]];
interface Breach {
  readonly of: string;
  readonly at: Path;
  readonly value?: unknown;
  /** What the operator's condition says. */
  readonly says: string;
}

/** One breach for each operator that has conditions: were they not tried, an overlay that breaks one would pass too. */
const breaches: readonly Breach[] = [
  { of: "Gateway", at: ["spec", "listeners", 0, "protocol"], value: "HTTP", says: "tls must not" },
  { of: "HTTPRoute", at: ["spec", "rules", 0, "backendRefs", 0, "port"], says: "Must have port" },
  {
    of: "BackendTLSPolicy",
    at: ["spec", "validation", "caCertificateRefs"],
    says: "must specify either",
  },
  { of: "ScaledObject", at: ["spec", "minReplicaCount"], value: 7, says: "minReplicaCount must" },
  {
    of: "Cluster",
    at: ["spec", "postgresql", "synchronous", "number"],
    value: 0,
    says: "should be greater than zero",
  },
  {
    of: "ObjectStore",
    at: ["spec", "configuration", "serverName"],
    value: "postgres",
    says: "use the 'serverName'",
  },
];

const Kind = z.looseObject({ kind: z.string() });

/**
 * Has the API server judge every overlay as it would be applied, by the definitions of the operators in a folder, with their conditions
 * in CEL, and nothing of it kept. Returns what it refuses, and which breach it does not. For a cluster without Sanu.
 */
export function findConditionDifferences(
  cluster: Cluster,
  folder: string,
): { readonly tried: number; readonly wrong: readonly string[] } {
  for (const name of readdirSync(folder)) {
    cluster.apply(readFileSync(join(folder, name), "utf8"));
  }
  cluster.kubectl("wait", "crd", "--all", "--for=condition=Established", "--timeout=60s");
  cluster.apply(readFileSync(join(home, "base/namespace.yaml"), "utf8"));
  const overlays = rendered.map((name) => ({
    name,
    objects: parseAllDocuments(cluster.kubectl("kustomize", join(home, name))).map(
      (document): unknown => document.toJS(),
    ),
  }));
  const wrong = overlays.flatMap(({ name, objects }) =>
    refusals(cluster, objects).map((why) => `${name} is refused: ${why}`),
  );
  const [production] = overlays;
  const notRefused = breaches.filter((breach) => {
    const broken = breakOne(production?.objects ?? [], breach);
    return !refusals(cluster, [broken]).some((why) => why.includes(breach.says));
  });
  return {
    tried: overlays.flatMap(({ objects }) => objects).length,
    wrong: [...wrong, ...notRefused.map(({ of, says }) => `${of}: not refused with "${says}"`)],
  };
}

function refusals(cluster: Cluster, objects: readonly unknown[]): readonly string[] {
  try {
    cluster.judge(objects);
    return [];
  } catch (error) {
    if (error instanceof CommandError) return [error.message];
    throw error;
  }
}

function breakOne(objects: readonly unknown[], { of, at, value }: Breach): unknown {
  const found = objects.map((object) => Kind.parse(object)).find(({ kind }) => kind === of);
  const copy: unknown = structuredClone(found);
  const last = at.at(-1) ?? "";
  let place = copy;
  for (const step of at.slice(0, -1)) place = (place as Record<string | number, unknown>)[step];
  const parent = place as Record<string | number, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
