import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Account } from "../processes/run-process.ts";

/** Where everything that the local stack keeps lives. */
export interface DataFolder {
  readonly folder: string;
  /** Why it is not inside the clone; `undefined` when it is. */
  readonly reason: string | undefined;
}

export const cloneFolder = join(import.meta.dirname, "..", "..", "..", "..");

/**
 * Chooses the folder for data: `.sanu` in the clone, or, where Postgres runs as another user who cannot reach the
 * clone, a folder of the clone's own below the system's variable directory. Makes it.
 */
export function chooseDataFolder(
  account: Account | undefined,
  options: { readonly clone?: string; readonly systemFolder?: string } = {},
): DataFolder {
  const clone = options.clone ?? cloneFolder;
  const inside = openFolder(join(clone, ".sanu"), account);
  if (account === undefined || canReach(inside, account)) {
    return { folder: inside, reason: undefined };
  }
  const hash = createHash("sha256").update(clone).digest("hex").slice(0, 12);
  const outside = openFolder(join(options.systemFolder ?? "/var/lib", `sanu-${hash}`), account);
  if (!canReach(outside, account)) {
    throw new Error(
      `User ${account.uid}, who runs Postgres, can reach neither ${inside} nor ${outside}`,
    );
  }
  const reason = `user ${account.uid}, who runs Postgres because root may not, cannot reach ${clone}`;
  return { folder: outside, reason };
}

/** Others may pass through when another user's data lies below; nobody else may look into it. */
function openFolder(folder: string, account: Account | undefined): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, account === undefined ? 0o700 : 0o711);
  return folder;
}

/** Asks the system itself, because permissions can also come from lists and mounts that modes do not show. */
export function canReach(folder: string, account: Account): boolean {
  const response = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], {
    ...account,
    cwd: "/",
    stdio: "ignore",
  });
  return response.status === 0;
}
