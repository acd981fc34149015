import { listFiles, readText } from "../tree/repository.ts";
import type { Json, JsonObject } from "./json.ts";
import { type Workload, workloadsOf } from "./pods.ts";
import { render } from "./render.ts";
import { createJudge } from "./schemas.ts";

export const home = "deploy/kubernetes";
export const overlays = ["local", "staging", "production"] as const;
export type Overlay = (typeof overlays)[number];
/** The databases out of their backups: beside those that run, and in their place. */
export const restores = ["restore", "restore/in-place"] as const;

export interface Rendered {
  readonly objects: readonly JsonObject[];
  readonly workloads: readonly Workload[];
}

const known = new Map<string, Rendered>();

/** A folder of manifests, put together once for all rules. */
export function rendered(folder: string): Rendered {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const objects = render(`${home}/${folder}`, readText);
  const made = { objects, workloads: workloadsOf(objects) };
  known.set(folder, made);
  return made;
}

export const judge = createJudge(
  listFiles()
    .filter((path) => path.startsWith(`${home}/schemas/`) && !/sources\.json$|\.mjs$/.test(path))
    .map((path): Json => JSON.parse(readText(path))),
);
