import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeKeyShares, readKeyShare, writeKeyShares } from "@sanu/platform";

/** The public key of a data folder, made once with two shares that lie beside it: real ones never lie together. */
export async function ensureSealingKey(folder: string): Promise<string> {
  const first = join(folder, "key-share-1.json");
  if (!existsSync(first)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeKeyShares(folder, (await makeKeyShares(["first", "second"])).shares);
  }
  return readKeyShare(first).publicKey;
}
