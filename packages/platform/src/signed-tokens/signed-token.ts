import { type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";
import { signingKeyLimits } from "./limits.ts";

/** Exactly what we sign with: an algorithm, a key or an extension that a token chooses for itself is none. */
const Header = z.strictObject({
  alg: z.literal("EdDSA"),
  typ: z.string(),
  kid: z.string().min(1).max(128),
});

const shape = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** A JWT (RFC 7519) as somebody sent it; nothing in it counts before `isSignedBy` says so. */
export interface SignedToken {
  readonly type: string;
  readonly keyId: string;
  readonly claims: unknown;
  readonly isSignedBy: (publicKey: KeyObject) => boolean;
}

/** Reads a token and proves nothing: `isSignedBy` does. `undefined` where it is none. */
export function readSignedToken(text: string): SignedToken | undefined {
  if (text.length > signingKeyLimits.tokenLettersMax) return undefined;
  const [, head = "", body = "", signature = ""] = shape.exec(text) ?? [];
  const header = Header.safeParse(parsed(head));
  if (!header.success) return undefined;
  return {
    type: header.data.typ,
    keyId: header.data.kid,
    claims: parsed(body),
    isSignedBy: (key) =>
      verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url")),
  };
}

/** The same claims under the same key are the same text. */
export function signToken(
  key: { readonly keyId: string; readonly privateKey: KeyObject },
  type: string,
  claims: object,
): string {
  const signed = `${part({ alg: "EdDSA", typ: type, kid: key.keyId })}.${part(claims)}`;
  const signature = sign(null, Buffer.from(signed), key.privateKey);
  return `${signed}.${signature.toString("base64url")}`;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function parsed(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, "base64url").toString());
  } catch {
    return undefined;
  }
}
