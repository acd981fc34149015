import { constants } from "node:crypto";

/** With forward secrecy and with authentication of what is encrypted, in the order of our choice (RFC 9325, 4.2). */
const suites = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
] as const;

/** Of every secure context. */
export const tlsOptions = {
  minVersion: "TLSv1.2",
  ciphers: suites.join(":"),
  honorCipherOrder: true,
  // A client that asks for new keys again and again costs us far more than itself.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;
