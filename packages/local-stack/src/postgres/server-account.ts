import { spawnSync } from "node:child_process";
import type { Account } from "../processes/run-process.ts";

/** Postgres refuses to run as root, so root runs it as `nobody`; every other user runs it as themselves. */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: numberOfId("-u"), gid: numberOfId("-g") };
}

function numberOfId(option: "-u" | "-g"): number {
  const response = spawnSync("id", [option, "nobody"], { encoding: "utf8" });
  if (response.status !== 0) {
    throw new Error("Postgres cannot run as root, and there is no user `nobody` to run it as");
  }
  return Number.parseInt(response.stdout, 10);
}
