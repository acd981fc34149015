import { createHash, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import { rowOf } from "../../row-of.ts";

/** What a signature can cover of a request that came to us. */
export interface ReceivedMessage {
  readonly method: string;
  /** Where the sender sent it, whatever stands between: `@authority` and `@path` are of it. */
  readonly url: URL;
  /** With lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Uint8Array;
}

/** One member of `Signature-Input` (RFC 9421, 4.1); `parameters` are exactly as they came. */
export interface SignatureInput {
  readonly label: string;
  readonly covered: readonly string[];
  readonly parameters: string;
  readonly algorithm: string | null;
  readonly createdSeconds: number | null;
  readonly expiresSeconds: number | null;
}

const inputShape =
  /^([a-z*][a-z0-9_.*-]{0,40})=(\(((?:"[a-z0-9@_-]{1,60}"(?: |(?=\))))*)\)(?:;[a-z]+(?:=(?:"[ !#-[\]-~]{0,200}"|\d{1,15}))?)*)$/;

/** Null where the header is not one signature in the form that is needed here. */
export function readSignatureInput(header: string): SignatureInput | null {
  const [, label, parameters, components] = inputShape.exec(header.trim()) ?? [];
  if (label === undefined || parameters === undefined || components === undefined) return null;
  const covered = [...components.matchAll(/"([^"]+)"/g)].flatMap(([, name]) => name ?? []);
  if (new Set(covered).size !== covered.length) return null;
  return {
    label,
    covered,
    parameters,
    algorithm: /;alg="([^"]*)"/.exec(parameters)?.[1] ?? null,
    createdSeconds: secondsOf("created", parameters),
    expiresSeconds: secondsOf("expires", parameters),
  };
}

function secondsOf(name: string, parameters: string): number | null {
  const unquoted = parameters.replaceAll(/"[^"]*"/g, "").replaceAll(";", "&");
  return Number(new URLSearchParams(unquoted).get(name)) || null;
}

/** RFC 9421, 2.5. Null where something is covered that the message does not have. */
export function signatureBase(message: ReceivedMessage, input: SignatureInput): string | null {
  const lines: string[] = [];
  for (const name of input.covered) {
    const value = componentOf(message, name);
    if (value === undefined) return null;
    lines.push(`"${name}": ${value}`);
  }
  return [...lines, `"@signature-params": ${input.parameters}`].join("\n");
}

function componentOf({ method, url, headers }: ReceivedMessage, name: string): string | undefined {
  switch (name) {
    case "@method":
      return method;
    case "@authority":
      return url.host;
    case "@path":
      return url.pathname;
    case "@target-uri":
      return url.href;
    case "@scheme":
      return url.protocol.replace(":", "");
    case "@query":
      return url.search === "" ? "?" : url.search;
    default:
      return name.startsWith("@") ? undefined : headers[name]?.trim();
  }
}

/** Of one label, base64 between colons (RFC 8941, 3.3.5). */
export function signatureOf(header: string, label: string): Buffer | null {
  const prefix = `${label}=:`;
  const member = header.split(",").find((one) => one.trim().startsWith(prefix));
  const text = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(
    member?.trim().slice(prefix.length - 1) ?? "",
  )?.[1];
  return text === undefined ? null : Buffer.from(text, "base64");
}

const digests: Readonly<Record<string, string>> = { "sha-256": "sha256", "sha-512": "sha512" };

/** `Content-Digest` (RFC 9530): true where every digest in it is one of these bytes, and at least one is known to us. */
export function isDigestOf(header: string | undefined, rawBody: Uint8Array): boolean {
  const members = (header ?? "").split(",").map((member) => member.trim());
  const known = members.flatMap((member) => {
    const [, name, text] = /^(sha-256|sha-512)=:([A-Za-z0-9+/]+={0,2}):$/.exec(member) ?? [];
    const algorithm = digests[name ?? ""];
    return algorithm === undefined || text === undefined ? [] : [{ algorithm, text }];
  });
  return (
    known.length > 0 &&
    known.every(({ algorithm, text }) => {
      const [given, own] = [
        Buffer.from(text, "base64"),
        createHash(algorithm).update(rawBody).digest(),
      ];
      return given.length === own.length && timingSafeEqual(given, own);
    })
  );
}

const hashes: Readonly<Record<string, string>> = {
  "ecdsa-p256-sha256": "sha256",
  "ecdsa-p384-sha384": "sha384",
};

/** By elliptic curves: r and s side by side as RFC 9421 has it, or in the DER form that some libraries write. */
export function isSignedBy(
  key: KeyObject,
  base: string,
  { algorithm, signature }: { readonly algorithm: string | null; readonly signature: Buffer },
): boolean {
  const hash = rowOf(hashes, algorithm ?? "");
  if (hash === undefined || key.asymmetricKeyType !== "ec") return false;
  const data = Buffer.from(base);
  return (["ieee-p1363", "der"] as const).some((dsaEncoding) => {
    try {
      return verify(hash, data, { key, dsaEncoding }, signature);
    } catch {
      return false;
    }
  });
}
