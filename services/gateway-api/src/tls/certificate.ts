import { X509Certificate } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";

/** A certificate chain and its private key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 86_400_000;

/** A generated certificate lives a year, and is made anew when less than a week of it is left. */
const generatedLimits = { lifeMs: 365 * dayMs, leftMsMin: 7 * dayMs } as const;

/** Reads a given certificate. Throws when a file is missing or the two do not belong together. */
export async function readCertificate(files: {
  readonly certFile: string;
  readonly keyFile: string;
}): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    readFile(files.certFile, "utf8"),
    readFile(files.keyFile, "utf8"),
  ]);
  return { cert, key };
}

/**
 * A self-signed certificate for development, for localhost and `names`. It is kept in `dataDir`, where there is
 * one, so that a browser that trusts it goes on doing so.
 */
export async function generatedCertificate(options: {
  readonly names: readonly string[];
  readonly dataDir: string | undefined;
}): Promise<Certificate> {
  const { names, dataDir } = options;
  if (dataDir === undefined) return makeCertificate(names);
  const files = { certFile: join(dataDir, "tls-cert.pem"), keyFile: join(dataDir, "tls-key.pem") };
  const kept = await readCertificate(files).catch(() => undefined);
  if (kept !== undefined && isUsable(kept.cert, names)) return kept;
  const made = await makeCertificate(names);
  await mkdir(dataDir, { recursive: true });
  await writeFile(files.keyFile, made.key, { mode: 0o600 });
  await writeFile(files.certFile, made.cert);
  return made;
}

function isUsable(cert: string, names: readonly string[]): boolean {
  try {
    const read = new X509Certificate(cert);
    const leftMs = read.validToDate.getTime() - Date.now();
    return leftMs >= generatedLimits.leftMsMin && names.every((name) => isFor(read, name));
  } catch {
    return false;
  }
}

function isFor(certificate: X509Certificate, name: string): boolean {
  const found = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
  return found !== undefined;
}

async function makeCertificate(wanted: readonly string[]): Promise<Certificate> {
  const names = new Set(["localhost", "127.0.0.1", "::1", ...wanted]);
  const made = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + generatedLimits.lifeMs),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [...names].map(altNameOf) },
    ],
  });
  return { cert: made.cert, key: made.private };
}

function altNameOf(name: string) {
  return isIP(name) === 0 ? ({ type: 2, value: name } as const) : ({ type: 7, ip: name } as const);
}
