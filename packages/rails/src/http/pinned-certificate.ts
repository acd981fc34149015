import { X509Certificate } from "node:crypto";
import { checkServerIdentity, type SecureContextOptions } from "node:tls";

/** PEM: of the server itself, or of the authority that signs its certificates. */
export type PinnedCertificate = string;

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Throws where a text holds none, or one that is broken. */
export function readCertificates(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(pemBlock) ?? [];
  if (blocks.length === 0) throw new Error("There is no certificate in it");
  return blocks.map((block) => new X509Certificate(block));
}

/**
 * Trusts nothing that any authority of the system signed. The server's own certificate says who it is, whatever
 * name it is reached by; one that was signed by the pinned one has to bear the name.
 */
export function trustOnly(pinned: PinnedCertificate) {
  const certificates = readCertificates(pinned);
  const fingerprints = new Set(certificates.map(({ fingerprint256 }) => fingerprint256));
  return {
    ca: certificates.map(String),
    allowPartialTrustChain: true,
    checkServerIdentity: (host, certificate) =>
      fingerprints.has(certificate.fingerprint256)
        ? undefined
        : checkServerIdentity(host, certificate),
  } satisfies SecureContextOptions & { checkServerIdentity: typeof checkServerIdentity };
}

/** With what a handshake ends when the server is not the one that is trusted. */
export const untrusted: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "INVALID_CA",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);
