import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";

/** Files of a certificate for this machine's own names, in PEM. It is its own authority. */
export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

const dayMs = 86_400_000;
const validityDays = 365;
const renewalDays = 30;

/**
 * The certificate of the local API. The stack makes it, and not the gateway, so that those who call the API on this
 * machine can be told to trust exactly this one. It is made anew when it ends within a month.
 */
export async function ensureCertificate(folder: string): Promise<CertificateFiles> {
  const files = {
    certificateFile: join(folder, "certificate.pem"),
    keyFile: join(folder, "key.pem"),
  };
  if (isUsable(files)) return files;
  const made = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + validityDays * dayMs),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(files.keyFile, made.private, { mode: 0o600 });
  writeFileSync(files.certificateFile, made.cert);
  return files;
}

function isUsable({ certificateFile, keyFile }: CertificateFiles): boolean {
  if (!existsSync(certificateFile) || !existsSync(keyFile)) return false;
  const { validToDate } = new X509Certificate(readFileSync(certificateFile));
  return validToDate.getTime() > Date.now() + renewalDays * dayMs;
}
