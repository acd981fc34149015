import { createHash, randomBytes } from "node:crypto";
import { type Database, readOrCreateSecret, type Secret, secret } from "@sanu/platform";

const KEY_BYTES = 32;
const KEY_ID_LETTERS = 8;

/** A key of AES-256 with the id that everything sealed under it carries. */
export interface DocumentKey {
  readonly keyId: string;
  readonly key: Buffer;
}

/** The first key seals, every key opens: a new key is put in front, an old one stays until nothing needs it. */
export interface DocumentKeys {
  readonly load: () => Promise<void>;
  /** Throws before `load`. */
  readonly sealing: () => DocumentKey;
  readonly find: (keyId: string) => DocumentKey | undefined;
}

/** Reads keys of 32 bytes in base64url with commas between them. Throws, without quoting them, on anything else. */
export function readDocumentKeys(text: string): readonly [DocumentKey, ...DocumentKey[]] {
  const [first, ...others] = text.split(",").map((part) => keyOf(part.trim()));
  if (first === undefined) throw new TypeError("There is no key for documents");
  return [first, ...others];
}

/** The id is a hash: whoever sets a key cannot give one id to two. */
function keyOf(text: string): DocumentKey {
  const key = Buffer.from(text, "base64url");
  if (key.length !== KEY_BYTES || key.toString("base64url") !== text.replace(/=+$/, "")) {
    throw new TypeError(`A key for documents is not ${KEY_BYTES} bytes in base64url`);
  }
  const keyId = createHash("sha256").update("document key").update(key).digest("base64url");
  return { keyId: keyId.slice(0, KEY_ID_LETTERS), key };
}

/** Outside production one that is not set is made once and stored. */
export function createDocumentKeys(options: {
  readonly database: Database;
  readonly given: Secret | undefined;
}): DocumentKeys {
  let keys: readonly [DocumentKey, ...DocumentKey[]] | undefined;
  const get = () => {
    if (keys === undefined) throw new Error("The keys of documents are not loaded yet");
    return keys;
  };
  return {
    async load() {
      const text =
        options.given ?? secret(await readOrCreateSecret(options.database, "document-key", newKey));
      keys = readDocumentKeys(text.reveal());
    },
    sealing: () => get()[0],
    find: (keyId) => get().find((each) => each.keyId === keyId),
  };
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}
