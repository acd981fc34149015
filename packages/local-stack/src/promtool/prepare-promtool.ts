import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { prepareGoPrograms } from "../go-programs/prepare-go-programs.ts";

/** On two free cores an empty cache takes some five minutes. */
const buildTimeoutMs = 20 * 60_000;

const promtool = {
  name: "promtool",
  folder: fileURLToPath(new URL("programs", import.meta.url)),
  packages: ["github.com/prometheus/prometheus/cmd/promtool"],
  // Without the services that a Prometheus can discover its targets in.
  tags: "remove_all_sd",
} as const;

export type PreparedPromtool =
  | { readonly path: string }
  | { readonly path: undefined; readonly why: string };

/** What runs the tests of alarms: the machine's own promtool, else one that is compiled into the user's cache. */
export async function preparePromtool(
  options: { readonly say?: (line: string) => void; readonly timeoutMs?: number } = {},
): Promise<PreparedPromtool> {
  if (spawnSync("promtool", ["--version"]).status === 0) return { path: "promtool" };
  const prepared = await prepareGoPrograms(promtool, { timeoutMs: buildTimeoutMs, ...options });
  if (prepared.paths === undefined) return { path: undefined, why: prepared.why };
  return { path: prepared.paths[0] ?? "" };
}
