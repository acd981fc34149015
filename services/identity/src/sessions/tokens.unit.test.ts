import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { instant, newId, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { issueToken } from "./issue-token.ts";
import { makeSigningKeyPem, readSigningKey, readVerifyingKey } from "./signing-key.ts";

const key = readSigningKey(makeSigningKeyPem());
const at = instant("2026-11-21T10:00:00.999000Z");
const token: Parameters<typeof issueToken>[1] = {
  accountId: newId<"AccountId">(),
  sessionId: newId(),
  tokenId: newId(),
  replaces: null,
  roles: ["user"],
  country: "BJ",
  issuedAt: at,
  expiresAt: plusMs(at, 3_600_000),
};

function partsOf(text: string) {
  const [header = "", claims = "", signature = ""] = text.split(".");
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  return { signed: `${header}.${claims}`, header: read(header), claims: read(claims), signature };
}

function isSigned(text: string, jwk: Readonly<Record<string, string>>): boolean {
  const { signed, signature } = partsOf(text);
  const publicKey = createPublicKey({ key: { ...jwk }, format: "jwk" });
  return verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, "base64url"));
}

describe("a bearer token", () => {
  it("says who, from whom, for whom and until when, and nothing personal", () => {
    const { header, claims } = partsOf(issueToken(key, token, at).token);
    expect(header).toEqual({ alg: "EdDSA", typ: "at+jwt", kid: key.keyId });
    expect(claims).toEqual({
      iss: "sanu-identity",
      aud: "sanu-api",
      sub: token.accountId,
      sid: token.sessionId,
      jti: token.tokenId,
      iat: 1_795_255_200,
      exp: 1_795_258_800,
      roles: ["user"],
      country: "BJ",
    });
  });

  it("is valid for sixty minutes, and says what is left of them when it is handed out again", () => {
    expect(issueToken(key, token, at).expiresInSeconds).toBe(3_600);
    expect(issueToken(key, token, plusMs(at, 30_000)).expiresInSeconds).toBe(3_570);
  });

  it("is the same text whenever it is signed", () => {
    expect(issueToken(key, token, plusMs(at, 5_000)).token).toBe(issueToken(key, token, at).token);
  });

  it("names the token that it replaces", () => {
    const replaces = newId();
    expect(partsOf(issueToken(key, { ...token, replaces }, at).token).claims).toMatchObject({
      replaces,
    });
  });

  it("is verified by the published key and by no other", () => {
    const issued = issueToken(key, token, at).token;
    expect(isSigned(issued, key.publicJwk)).toBe(true);
    expect(isSigned(issued, readSigningKey(makeSigningKeyPem()).publicJwk)).toBe(false);
  });
});

describe("the signing key", () => {
  it("publishes its public part only", () => {
    expect(Object.keys(key.publicJwk).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
  });

  it("has the same id whenever it is read, also when line feeds are written as \\n", () => {
    const pem = makeSigningKeyPem();
    const { keyId } = readSigningKey(pem);
    expect(readSigningKey(pem).keyId).toBe(keyId);
    expect(readSigningKey(pem.replaceAll("\n", "\\n")).keyId).toBe(keyId);
  });

  it("has that id also when only its public part is given", () => {
    const publicPem = createPublicKey(key.privateKey).export({ type: "spki", format: "pem" });
    expect(readVerifyingKey(publicPem.toString())).toEqual({
      keyId: key.keyId,
      publicJwk: key.publicJwk,
    });
  });

  it("is refused when it is no key or a key of another kind, without being quoted", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const elliptic = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    for (const read of [readSigningKey, readVerifyingKey]) {
      expect(() => read(elliptic)).toThrow("not a key on Ed25519");
      expect(() => read("my secret")).toThrow(/^The token key is not a PEM key$/);
    }
  });
});
