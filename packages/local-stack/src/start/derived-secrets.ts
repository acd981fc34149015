import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export type SecretFor = (use: string) => string;

/**
 * Secrets of one data folder, all derived from 32 random bytes that its owner alone can read. The file is made when
 * it is not there; without it nothing that was stored under the old secrets can be used.
 */
export function derivedSecrets(file: string): SecretFor {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  }
  const root = readFileSync(file, "utf8");
  return (use) => createHmac("sha256", root).update(use).digest("base64url");
}
