// Writes `.env` beside docker-compose.yml with fresh secrets. Never overwrites one: the databases keep the passwords
// with which they were made. Plain JavaScript, for any Node from 18 on.
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const secretBytes = 32;
const secrets = [
  "POSTGRES_PASSWORD",
  "IDENTITY_DATABASE_PASSWORD",
  "TRANSACTIONS_DATABASE_PASSWORD",
  "PAYMENTS_DATABASE_PASSWORD",
  "PAYOUTS_DATABASE_PASSWORD",
  "OTP_PEPPER",
  "KYC_DOCUMENT_KEYS",
  "SANDBOX_CALLBACK_SECRET",
  "INVOICE_KEY",
];

const file = fileURLToPath(new URL("../.env", import.meta.url));
// base64url needs no escapes, neither in a file of this kind nor inside a URL.
const lines = secrets.map((name) => `${name}=${randomBytes(secretBytes).toString("base64url")}\n`);

try {
  writeFileSync(file, lines.join(""), { mode: 0o600, flag: "wx" });
  console.log(`Wrote ${file} with ${secrets.length} secrets.`);
} catch (error) {
  if (error.code !== "EEXIST") throw error;
  console.error(
    `${file} is there already, and the databases were made with it. Nothing was changed.`,
  );
  process.exitCode = 1;
}
