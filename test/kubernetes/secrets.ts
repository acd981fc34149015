import { generateKeyPairSync, randomBytes } from "node:crypto";
import { generate } from "selfsigned";

const days = 30;
const dayMs = 86_400_000;

/** What cert-manager and a store of secrets make elsewhere: the Secrets of `deploy/kubernetes/README.md`, fresh, for a trial. */
export async function makeSecrets(natsVariables: readonly string[]): Promise<readonly object[]> {
  const { privateKey } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const databases = ["identity", "transactions", "payments", "payouts"];
  return [
    secret("nats-passwords", Object.fromEntries(natsVariables.map((name) => [name, random()]))),
    ...databases.map((name) =>
      secret(`database-${name}`, { username: `sanu_${name}`, password: random() }),
    ),
    secret("identity-keys", {
      OTP_PEPPER: random(),
      KYC_DOCUMENT_KEYS: random(),
      TOKEN_PRIVATE_KEY: privateKey,
      SMTP_URL: "smtp://sandbox:2525",
    }),
    secret("person-key", { PERSON_KEY: random() }),
    secret("payments-keys", { INVOICE_KEY: random() }),
    secret("sandbox", { SANDBOX_CALLBACK_SECRET: random() }),
    secret("postgres-admin", { password: random(), replication: random() }),
    ...(await makeCertificates()),
  ];
}

const random = () => randomBytes(32).toString("base64url");

function secret(name: string, stringData: Readonly<Record<string, string>>): object {
  return { apiVersion: "v1", kind: "Secret", metadata: { name, namespace: "sanu" }, stringData };
}

async function makeCertificates(): Promise<readonly object[]> {
  const authority = await generate([{ name: "commonName", value: "Sanu trial" }], {
    ...keys,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, digitalSignature: true, critical: true },
    ],
  });
  const signed = async (name: string, names: readonly string[]) => {
    const made = await generate([{ name: "commonName", value: name }], {
      ...keys,
      ca: { key: authority.private, cert: authority.cert },
      extensions: [
        { name: "basicConstraints", cA: false, critical: true },
        { name: "keyUsage", digitalSignature: true, critical: true },
        { name: "extKeyUsage", serverAuth: true, clientAuth: true },
        { name: "subjectAltName", altNames: names.map((value) => ({ type: 2 as const, value })) },
      ],
    });
    return secret(name, {
      "tls.crt": made.cert,
      "tls.key": made.private,
      "ca.crt": authority.cert,
    });
  };
  return Promise.all([
    signed("gateway-api-tls", ["gateway-api"]),
    signed("nats-tls", ["nats", "*.nats-peers"]),
    signed("postgres-tls", ["postgres-rw"]),
  ]);
}

const keys = {
  keyType: "ec",
  curve: "P-256",
  algorithm: "sha256",
  notAfterDate: new Date(Date.now() + days * dayMs),
} as const;
