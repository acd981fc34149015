// Writes `.env` beside docker-compose.yml with fresh secrets, or adds those that it lacks. Never changes one: the databases
// keep the passwords with which they were made. Plain JavaScript, for any Node from 18 on.
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const secretBytes = 32;
const secrets = [
  "POSTGRES_PASSWORD",
  "IDENTITY_DATABASE_PASSWORD",
  "TRANSACTIONS_DATABASE_PASSWORD",
  "PAYMENTS_DATABASE_PASSWORD",
  "PAYOUTS_DATABASE_PASSWORD",
  "GATEWAY_API_NATS_PASSWORD",
  "GATEWAY_API_B_NATS_PASSWORD",
  "IDENTITY_NATS_PASSWORD",
  "IDENTITY_B_NATS_PASSWORD",
  "TRANSACTIONS_NATS_PASSWORD",
  "TRANSACTIONS_B_NATS_PASSWORD",
  "PAYMENTS_NATS_PASSWORD",
  "PAYMENTS_B_NATS_PASSWORD",
  "PAYOUTS_NATS_PASSWORD",
  "PAYOUTS_B_NATS_PASSWORD",
  "STREAMS_NATS_PASSWORD",
  "STREAMS_B_NATS_PASSWORD",
  "ANALYST_NATS_PASSWORD",
  "ANALYST_B_NATS_PASSWORD",
  "OTP_PEPPER",
  "KYC_DOCUMENT_KEYS",
  "PERSON_KEY",
  "SANDBOX_CALLBACK_SECRET",
  "INVOICE_KEY",
];

const file = fileURLToPath(new URL("../.env", import.meta.url));
const text = existsSync(file) ? readFileSync(file, "utf8") : "";
const missing = secrets.filter(
  (name) => !text.split("\n").some((line) => line.startsWith(`${name}=`)),
);
const newLine = text === "" || text.endsWith("\n") ? "" : "\n";
// base64url needs no escapes, neither in a file of this kind nor inside a URL.
const lines = missing.map((name) => `${name}=${randomBytes(secretBytes).toString("base64url")}\n`);
if (missing.length > 0) appendFileSync(file, newLine + lines.join(""), { mode: 0o600 });
console.log(`${file}: ${missing.length} secrets added, ${secrets.length - missing.length} kept.`);
