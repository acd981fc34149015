import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** What an authenticator signs besides who asks; a test changes it to lie. */
export interface Ceremony {
  readonly rpId: string;
  readonly origin: string;
  readonly challenge: string;
  readonly isUserVerified?: boolean;
}

const flags = { present: 1, verified: 4, attested: 64 } as const;

/** A passkey on ECDSA P-256 (WebAuthn, level 3) without a browser, attested by nobody. */
export function createSoftwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let signCount = 0;

  const authDataOf = ({ rpId, isUserVerified = true }: Ceremony, attested?: Buffer): Buffer => {
    const rest = Buffer.alloc(5);
    const isAttested = attested === undefined ? 0 : flags.attested;
    rest.writeUInt8(flags.present | (isUserVerified ? flags.verified : 0) | isAttested);
    rest.writeUInt32BE(signCount, 1);
    return Buffer.concat([sha256(rpId), rest, attested ?? Buffer.alloc(0)]);
  };
  const clientDataOf = (type: string, { challenge, origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id,
    /** `navigator.credentials.create` */
    create(ceremony: Ceremony) {
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(credentialId.length);
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
        [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
      ]);
      const authData = authDataOf(
        ceremony,
        Buffer.concat([Buffer.alloc(16), idLength, credentialId, key]),
      );
      const attestationObject = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)],
      ]);
      const clientDataJSON = clientDataOf("webauthn.create", ceremony).toString("base64url");
      const response = {
        clientDataJSON,
        attestationObject: attestationObject.toString("base64url"),
      };
      return { id, rawId: id, type: "public-key" as const, response };
    },
    /** `navigator.credentials.get` */
    get(ceremony: Ceremony) {
      signCount += 1;
      const authData = authDataOf(ceremony);
      const clientData = clientDataOf("webauthn.get", ceremony);
      const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), privateKey);
      const response = {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
      };
      return { id, rawId: id, type: "public-key" as const, response };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

/** CBOR (RFC 8949) as far as WebAuthn needs it. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cborInt(value: number): Buffer {
  return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
