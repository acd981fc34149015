import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Cluster, containerOf, ownPrograms } from "./cluster.ts";

const Secrets = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      data: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

const programs = [...ownPrograms, "nats", "postgres"] as const;
/** Shorter ones, such as a user's name, are no secrets and may stand anywhere. */
const shortest = 20;

/**
 * Looks from inside each pod for the value of every secret: in what its processes were started with, and in every file that is
 * mounted for it. Returns what differs from the table in the guide, and what the accounts of pods may ask the cluster.
 */
export function findSecretDifferences(cluster: Cluster): {
  readonly tried: number;
  readonly wrong: readonly string[];
} {
  const given = readersOfGuide();
  const secrets = Secrets.parse(JSON.parse(cluster.kubectl("get", "secrets", "--output=json")));
  const values = secrets.items.flatMap(({ metadata: { name }, data }) =>
    Object.entries(data)
      .map(([key, value]) => ({ name, key, value: Buffer.from(value, "base64").toString("utf8") }))
      .filter(({ key, value }) => value.length >= shortest && !key.endsWith(".crt")),
  );
  const wrong = programs.flatMap((program) => {
    const [pod = ""] = cluster.pods(program);
    const shown = cluster.exec(pod, containerOf(program), "sh", "-c", showAll);
    const differences = values
      .filter(
        ({ name, key, value }) =>
          shown.includes(value.trim()) !== isGiven(given, name, key, program),
      )
      .map(
        ({ name, key, value }) =>
          `${program} ${shown.includes(value.trim()) ? "sees" : "does not see"} ${name}/${key}`,
      );
    if (shown.includes("/serviceaccount "))
      differences.push(`${program} has a token of the cluster`);
    return [...differences, ...rightsOf(cluster, program)];
  });
  return { tried: programs.length * values.length, wrong };
}

function readersOfGuide(): ReadonlyMap<string, readonly string[]> {
  const guide = readFileSync("deploy/kubernetes/README.md", "utf8");
  const rows = guide.matchAll(/^\| `([\w-]+)` \| .+? \| ([\w-]+(?:, [\w-]+)*) \|$/gm);
  return new Map([...rows].map(([, name = "", readers = ""]) => [name, readers.split(", ")]));
}

function isGiven(
  given: ReadonlyMap<string, readonly string[]>,
  secret: string,
  key: string,
  program: string,
): boolean {
  if (given.get(secret)?.includes(program) !== true) return false;
  if (secret !== "nats-passwords" || program === "nats") return true;
  const login = key.replace("_NATS_PASSWORD", "").toLowerCase().replaceAll("_", "-");
  return login === (program === "stream-controller" ? "streams" : program);
}

/** An account that can do nothing is as good as none; a token in the pod would be a second door. */
function rightsOf(cluster: Cluster, program: string): readonly string[] {
  const account = `--as=system:serviceaccount:sanu:${program}`;
  const verbs = ["get", "list", "create", "delete"];
  const may = verbs.filter((verb) => {
    try {
      return cluster.kubectl("auth", "can-i", verb, "secrets", account).trim() === "yes";
    } catch {
      return false;
    }
  });
  return may.map((verb) => `the account ${program} may ${verb} secrets`);
}

const showAll = `cat /proc/mounts; tr '\\0' '\\n' </proc/1/environ
cut -d' ' -f2 /proc/mounts | grep -vE '^/($|proc|sys|dev)' | while read -r at; do
  find -L "$at" -maxdepth 2 -type f -size -64k -exec cat {} + 2>/dev/null
done; true`;
