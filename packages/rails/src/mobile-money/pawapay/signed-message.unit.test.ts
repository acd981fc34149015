import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as signed from "./signed-message.ts";

const { isDigestOf, isSignedBy, readSignatureInput, signatureBase, signatureOf } = signed;

/** RFC 9421, appendix B: its key `test-key-ecc-p256`, the request of B.2, and the signature of B.2.4. */
const key = createPublicKey(`-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
-----END PUBLIC KEY-----`);

const hello = Buffer.from('{"hello": "world"}');
const helloDigest =
  "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:";
const dog = Buffer.from('{"message": "good dog"}');
const dogDigest =
  "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:";
const parameters =
  '("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"';
const dogSignature =
  "sig-b24=:wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:";
const dogBase = [
  '"@status": 200',
  '"content-type": application/json',
  `"content-digest": ${dogDigest}`,
  '"content-length": 23',
  `"@signature-params": ${parameters}`,
].join("\n");

const message = {
  method: "POST",
  url: new URL("https://example.com/foo?param=Value&Pet=dog"),
  rawBody: hello,
  headers: {
    date: "Tue, 20 Apr 2021 02:07:55 GMT",
    "content-type": "application/json",
    "content-digest": helloDigest,
    "content-length": "18",
  },
};
const covered =
  '("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length")';
const full = `${covered};created=1618884473;keyid="test-key-rsa-pss"`;

describe("a signed message", () => {
  it("has the signature base of the standard", () => {
    const input = readSignatureInput(`sig-b23=${full}`);
    expect(input && signatureBase(message, input)).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@method": POST',
        '"@path": /foo',
        '"@query": ?param=Value&Pet=dog',
        '"@authority": example.com',
        '"content-type": application/json',
        `"content-digest": ${helloDigest}`,
        '"content-length": 18',
        `"@signature-params": ${full}`,
      ].join("\n"),
    );
    expect(input).toMatchObject({
      label: "sig-b23",
      createdSeconds: 1_618_884_473,
      algorithm: null,
    });
  });

  it("is verified with the key and the signature of the standard, and with no other", () => {
    const signature = signatureOf(dogSignature, "sig-b24") ?? Buffer.alloc(0);
    const given = { algorithm: "ecdsa-p256-sha256", signature };
    expect(isSignedBy(key, dogBase, given)).toBe(true);
    expect(isSignedBy(key, `${dogBase} `, given)).toBe(false);
    expect(
      isSignedBy(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey, dogBase, given),
    ).toBe(false);
    expect(isSignedBy(key, dogBase, { ...given, algorithm: "hmac-sha256" })).toBe(false);
    expect(isSignedBy(key, dogBase, { ...given, algorithm: null })).toBe(false);
  });

  it("is verified in the form that some libraries write, too", () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const signature = sign("sha256", Buffer.from(dogBase), privateKey);
    expect(isSignedBy(publicKey, dogBase, { algorithm: "ecdsa-p256-sha256", signature })).toBe(
      true,
    );
  });

  it.each([
    "",
    "sig=",
    "sig=(date)",
    'sig=("date" "date")',
    'sig=("date";sf)',
    'sig=("date"), other=("date")',
    'sig=("DATE")',
    `sig=("date");keyid="a\nb"`,
  ])("is not read from %j", (header) => {
    expect(readSignatureInput(header)).toBeNull();
  });

  it("is not what covers a part that is not there", () => {
    const input = readSignatureInput('sig=("@method" "signature-date");created=1');
    expect(input && signatureBase(message, input)).toBeNull();
    const status = readSignatureInput('sig=("@status");created=1');
    expect(status && signatureBase(message, status)).toBeNull();
  });
});

describe("a content digest", () => {
  it("is of the bytes, by either hash of the standard", () => {
    expect(isDigestOf(helloDigest, hello)).toBe(true);
    expect(isDigestOf(dogDigest, dog)).toBe(true);
    const both = `sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, ${helloDigest}`;
    expect(isDigestOf(both, hello)).toBe(true);
  });

  it.each([
    ["none", undefined],
    ["of other bytes", dogDigest],
    ["of which one is of other bytes", `${helloDigest}, ${dogDigest}`],
    ["by a hash that is broken", "md5=:XrY7u+Ae7tCTyyK7j1rNww==:"],
    ["in another form", "SHA-512=WZDPaVn"],
  ])("is refused where it is %s", (_what, header) => {
    expect(isDigestOf(header, hello)).toBe(false);
  });
});

it("finds a signature by its label", () => {
  expect(signatureOf(`other=:AAAA:, ${dogSignature}`, "sig-b24")).toHaveLength(64);
  expect(signatureOf(dogSignature, "sig")).toBeNull();
  expect(signatureOf("sig=:not base64!:", "sig")).toBeNull();
});
