import { createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { otherLoginOf, type PublishingService, publishingServices } from "@sanu/contracts";
import type { Environment } from "@sanu/local-stack";
import { asAdmin } from "@sanu/testing";
import pg from "pg";
import { type ServiceName, serviceNames } from "./service-names.ts";

type Settings = Readonly<Partial<Record<ServiceName, Environment>>>;

const makeSecret = () => randomBytes(32).toString("base64url");

function makeTokenKey() {
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const other = createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
  return { pem, other };
}

/**
 * The settings of services in the middle of a rotation: the processes of before use the old secrets and know the new ones,
 * those of after use the new ones, and the other login of NATS, and know the old ones.
 */
export function twoGenerations(): { readonly before: Settings; readonly after: Settings } {
  const [older, newer] = [makeSecrets(), makeSecrets()];
  const logins = serviceNames.map((name) => [name, { NATS_USER: otherLoginOf(name) }] as const);
  const after = joined(settingsOf(newer, older), Object.fromEntries(logins));
  return { before: settingsOf(older, newer), after };
}

type Secrets = ReturnType<typeof makeSecrets>;

function makeSecrets() {
  return {
    token: makeTokenKey(),
    pepper: makeSecret(),
    invoice: makeSecret(),
    document: makeSecret(),
  };
}

function settingsOf(used: Secrets, known: Secrets): Settings {
  return {
    identity: {
      TOKEN_PRIVATE_KEY: used.token.pem,
      TOKEN_OTHER_KEY: known.token.other,
      OTP_PEPPER: used.pepper,
      OTP_OTHER_PEPPER: known.pepper,
      KYC_DOCUMENT_KEYS: `${used.document},${known.document}`,
    },
    payments: { INVOICE_KEY: used.invoice, INVOICE_OTHER_KEY: known.invoice },
  };
}

export function joined(one: Settings, other: Settings): Settings {
  const all: Partial<Record<ServiceName, Environment>> = {};
  for (const name of serviceNames) all[name] = { ...one[name], ...other[name] };
  return all;
}

const addLoginText = readFileSync(
  join(import.meta.dirname, "../../deploy/runbooks/add-login.sql"),
  "utf8",
);

/** Makes a second login of each service's role with the runbook's own script; returns the URLs under it. */
export async function addLogins(urlOf: (service: PublishingService) => string): Promise<Settings> {
  const settings: Partial<Record<ServiceName, Environment>> = {};
  for (const service of publishingServices) {
    const url = new URL(urlOf(service));
    const [role, login, password] = [url.username, `${url.username}_b`, makeSecret()];
    const text = addLoginText
      .replaceAll(':"role"', pg.escapeIdentifier(role))
      .replaceAll(":'role'", pg.escapeLiteral(role))
      .replaceAll(':"login"', pg.escapeIdentifier(login))
      .replaceAll(":'password'", pg.escapeLiteral(password));
    await asAdmin((client) => client.query(text));
    url.username = login;
    url.password = password;
    settings[service] = { [`${service.toUpperCase()}_DATABASE_URL`]: url.href };
  }
  return settings;
}

export async function dropLogins(urlOf: (service: PublishingService) => string): Promise<void> {
  for (const service of publishingServices) {
    const login = pg.escapeIdentifier(`${new URL(urlOf(service)).username}_b`);
    await asAdmin((client) => client.query(`drop role if exists ${login}`));
  }
}
