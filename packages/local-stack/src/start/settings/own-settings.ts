import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { isKnown, unknownSettings } from "@sanu/platform";
import type { Environment } from "../service-environment.ts";
import { knownNames } from "./known-names.ts";

/** Servers, ports, certificates and secrets are the stack's own: what is set for another system is not taken over. */
const ofTheStack =
  /^(?:NATS_\w+|\w+_DATABASE_URL|HEALTH_(?:HOST|PORT)|SANU_ENV|PUBLIC_URL|SMTP_URL|SANDBOX_\w+|OTP_PEPPER|PERSON_KEY|INVOICE_KEY|KYC_DOCUMENT_KEYS|SEALING_PUBLIC_KEY|GATEWAY_(?:HOST|PORT|DATA_DIR|TLS(?:_\w+)?))$/;

export interface OwnSettings {
  readonly settings: Environment;
  /** What was taken without being typed, and from where; no values. */
  readonly taken: readonly string[];
}

/**
 * The settings of a start: those of the command line, then the shell's own, then those of `.env`. Throws with every name that
 * is no setting, and the one that may have been meant. Of the shell's variables those that are no settings are other programs'.
 */
export function ownSettings(
  typed: Environment,
  { clone, shell }: { readonly clone: string; readonly shell: NodeJS.ProcessEnv },
): OwnSettings {
  const known = knownNames(clone);
  const file = settingsOfFile(clone, known);
  const unknown = unknownSettings([...Object.keys(typed), ...Object.keys(file)], known);
  if (unknown.length > 0) throw new Error(unknown.join("\n"));
  const ofShell = Object.entries(shell).flatMap(([name, value]) =>
    value !== undefined && isKnown(name, known) && !ofTheStack.test(name)
      ? [[name, value] as const]
      : [],
  );
  return {
    settings: { ...file, ...Object.fromEntries(ofShell), ...typed },
    taken: [
      ...Object.keys(file)
        .toSorted()
        .map((name) => `${name} (.env)`),
      ...ofShell.map(([name]) => `${name} (environment)`),
    ],
  };
}

/** What docker-compose.yml reads from the same file for itself, passwords and ports, is none of a start's. */
function settingsOfFile(clone: string, known: ReadonlySet<string>): Environment {
  const file = join(clone, ".env");
  if (!existsSync(file)) return {};
  const compose = readFileSync(join(clone, "docker-compose.yml"), "utf8");
  const isComposes = (name: string) => !isKnown(name, known) && compose.includes(`\${${name}`);
  const entries = Object.entries(parseEnv(readFileSync(file, "utf8"))).flatMap(([name, value]) =>
    value === undefined || ofTheStack.test(name) || isComposes(name)
      ? []
      : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
