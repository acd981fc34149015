import { createHmac, hkdfSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { combine, split } from "shamir-secret-sharing";
import { z } from "zod";
import { makeKeyPair, openSealed, readSealingKey, sealFor } from "./sealed-box.ts";

/** Two people open what is sealed, however many have a share. */
const openersCount = 2;
const holdersMax = 9;

/** What one person keeps of a private key. One says nothing about it, any two are it. */
export const KeyShare = z.object({
  holder: z.string().min(1),
  publicKey: z.string(),
  share: z.base64url(),
  /** Binds the share to its holder under the private key, so that nobody appears under another name. */
  binding: z.base64url().default(""),
});
export type KeyShare = z.infer<typeof KeyShare>;

/** Shares that are no two people's shares of one key, or of no key. */
export class KeyShareError extends Error {
  override readonly name = "KeyShareError";
}

/** A new key of which every holder gets a share (Shamir, two of them). The private key itself is stored nowhere. */
export async function makeKeyShares(
  holders: readonly string[],
): Promise<{ readonly publicKey: string; readonly shares: readonly KeyShare[] }> {
  if (new Set(holders).size !== holders.length)
    throw new KeyShareError("Two holders have one name");
  if (holders.length < openersCount || holders.length > holdersMax) {
    throw new KeyShareError(`A key has from ${openersCount} to ${holdersMax} holders`);
  }
  const { privateKey, publicKey } = makeKeyPair();
  const parts = await split(privateKey, holders.length, openersCount);
  const shares = parts.map((part, index) => {
    const holder = holders[index] ?? "";
    const of = { holder, publicKey, share: Buffer.from(part).toString("base64url") };
    return { ...of, binding: bindingOf(privateKey, of) };
  });
  privateKey.fill(0);
  return { publicKey, shares };
}

/** The private key of two shares. Throws where they are of one person, of different keys, or were changed. */
export async function combineKeyShares(one: KeyShare, other: KeyShare): Promise<Uint8Array> {
  if (one.publicKey !== other.publicKey) throw new KeyShareError("The shares are of two keys");
  if (one.holder === other.holder || one.share === other.share) {
    throw new KeyShareError("The shares are of one person: it takes two");
  }
  try {
    const privateKey = await combine([one, other].map(({ share }) => bytesOf(share)));
    // What was combined of wrong shares is a key too, of nobody.
    const probe = await sealFor(readSealingKey(one.publicKey), "probe", Buffer.from("probe"));
    await openSealed(privateKey, "probe", probe);
    assertBound(privateKey, [one, other]);
    return privateKey;
  } catch {
    throw new KeyShareError("A share was changed: together they are not the key of these holders");
  }
}

function assertBound(privateKey: Uint8Array, shares: readonly KeyShare[]): void {
  const changed = shares.find((share) => bindingOf(privateKey, share) !== share.binding);
  if (changed !== undefined) throw new KeyShareError(`${changed.holder} is not its holder`);
}

function bindingOf(
  privateKey: Uint8Array,
  { holder, publicKey, share }: Omit<KeyShare, "binding">,
): string {
  const key = new Uint8Array(hkdfSync("sha256", privateKey, "", "sanu key share", 32));
  const about = JSON.stringify([holder, publicKey, share]);
  return createHmac("sha256", key).update(about).digest("base64url");
}

/** One file a holder, for its owner alone. Throws where one is there already. */
export function writeKeyShares(folder: string, shares: readonly KeyShare[]): readonly string[] {
  return shares.map((share, index) => {
    const file = join(folder, `key-share-${index + 1}.json`);
    writeFileSync(file, `${JSON.stringify(share, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    return file;
  });
}

export function readKeyShare(file: string): KeyShare {
  const text = readShareFile(file);
  try {
    return KeyShare.parse(JSON.parse(text));
  } catch {
    throw new KeyShareError(`${file} holds no share of a key`);
  }
}

/** A file that is elsewhere, or somebody else's, is no share that is spoilt: two of those would be every record lost. */
function readShareFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new KeyShareError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64url"));
}
