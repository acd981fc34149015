import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { type AccountId, instant, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { issueToken } from "./issue-token.ts";
import { makeSigningKeyPem, readSigningKey } from "./signing-key.ts";

const key = readSigningKey(makeSigningKeyPem());
const accountId: AccountId = newId();
const subject = { accountId, roles: ["user"], at: instant("2026-11-21T10:00:00.999000Z") };

function partsOf(token: string) {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  return { signed: `${header}.${claims}`, header: read(header), claims: read(claims), signature };
}

function isSigned(token: string, jwk: Readonly<Record<string, string>>): boolean {
  const { signed, signature } = partsOf(token);
  return verify(
    "sha256",
    Buffer.from(signed),
    { key: createPublicKey({ key: { ...jwk }, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
}

describe("a bearer token", () => {
  it("says who, from whom, for whom and until when, and nothing personal", () => {
    const { header, claims } = partsOf(issueToken(key, subject).token);
    expect(header).toEqual({ alg: "ES256", typ: "at+jwt", kid: key.keyId });
    expect(claims).toEqual({
      iss: "sanu-identity",
      aud: "sanu-api",
      sub: accountId,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: 1_795_255_200,
      exp: 1_795_258_800,
      roles: ["user"],
    });
  });

  it("is valid for sixty minutes", () => {
    expect(issueToken(key, subject).expiresInSeconds).toBe(3_600);
  });

  it("has an id of its own each time", () => {
    const ids = [issueToken(key, subject), issueToken(key, subject)].map(
      ({ token }) => partsOf(token).claims,
    );
    expect(ids[0]).not.toEqual(ids[1]);
  });

  it("is verified by the published key and by no other", () => {
    const { token } = issueToken(key, subject);
    expect(isSigned(token, key.publicJwk)).toBe(true);
    expect(isSigned(token, readSigningKey(makeSigningKeyPem()).publicJwk)).toBe(false);
  });
});

describe("the signing key", () => {
  it("publishes its public part only", () => {
    expect(Object.keys(key.publicJwk).toSorted()).toEqual(
      ["alg", "crv", "kid", "kty", "use", "x", "y"].toSorted(),
    );
  });

  it("has the same id whenever it is read, also when line feeds are written as \\n", () => {
    const pem = makeSigningKeyPem();
    const { keyId } = readSigningKey(pem);
    expect(readSigningKey(pem).keyId).toBe(keyId);
    expect(readSigningKey(pem.replaceAll("\n", "\\n")).keyId).toBe(keyId);
  });

  it("is refused when it is no key or a key of another kind, without being quoted", () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const ed25519 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(() => readSigningKey(ed25519)).toThrow("not an elliptic-curve key on P-256");
    expect(() => readSigningKey("my secret")).toThrow(/^The token key is not a PEM private key$/);
  });
});
