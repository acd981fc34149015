import { createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PublishingService, publishingServices } from "@sanu/contracts";
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
 * The settings of a service in the middle of a rotation: the processes of before use the old secret and know the new one,
 * those of after use the new one and know the old one.
 */
export function twoGenerations(): { readonly before: Settings; readonly after: Settings } {
  const [oldToken, newToken] = [makeTokenKey(), makeTokenKey()];
  const [oldPepper, newPepper] = [makeSecret(), makeSecret()];
  const [oldInvoice, newInvoice] = [makeSecret(), makeSecret()];
  const [oldDocument, newDocument] = [makeSecret(), makeSecret()];
  return {
    before: {
      identity: {
        TOKEN_PRIVATE_KEY: oldToken.pem,
        TOKEN_OTHER_KEY: newToken.other,
        OTP_PEPPER: oldPepper,
        OTP_OTHER_PEPPER: newPepper,
        KYC_DOCUMENT_KEYS: `${oldDocument},${newDocument}`,
      },
      payments: { INVOICE_KEY: oldInvoice, INVOICE_OTHER_KEY: newInvoice },
    },
    after: {
      identity: {
        TOKEN_PRIVATE_KEY: newToken.pem,
        TOKEN_OTHER_KEY: oldToken.other,
        OTP_PEPPER: newPepper,
        OTP_OTHER_PEPPER: oldPepper,
        KYC_DOCUMENT_KEYS: `${newDocument},${oldDocument}`,
      },
      payments: { INVOICE_KEY: newInvoice, INVOICE_OTHER_KEY: oldInvoice },
    },
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
