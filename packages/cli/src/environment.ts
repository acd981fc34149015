import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadEnvFile } from "node:process";
import type { Namespace, PublishingService } from "@sanu/contracts";
import {
  type BoundSetting,
  boundSettingsOf,
  programSettings,
  SanuEnvironment,
  type Secret,
  secret,
} from "@sanu/platform";

type Environment = Readonly<Record<string, string | undefined>>;

/** The URL of a service's database, `PAYMENTS_DATABASE_URL`. Throws where it is missing. */
export function databaseUrlOf(service: PublishingService, environment: Environment): string {
  return required(urlNameOf(service), environment);
}

/** The setting that has it. */
export function urlNameOf(service: PublishingService): string {
  return `${service.toUpperCase()}_DATABASE_URL`;
}

/** What a database has to be bound to: nothing where the shell does not say of which environment it is. Throws where that is none. */
export function boundEnvironmentOf(environment: Environment): readonly BoundSetting[] {
  const { SANU_ENV: name } = environment;
  if (name === undefined || name === "") return [];
  const read = SanuEnvironment.safeParse(name);
  if (read.success) return boundSettingsOf({ environment: read.data });
  throw new Error(`SANU_ENV must be one of ${SanuEnvironment.options.join(", ")}`);
}

/** `NATS_URL`, one address or several by commas. Throws where it is missing, and where it is none. */
export function natsUrlOf(environment: Environment): string {
  const url = required("NATS_URL", environment);
  if (url.split(",").every(isNatsAddress)) return url;
  throw new Error("NATS_URL must be an address of NATS, like nats://127.0.0.1:4222");
}

function isNatsAddress(text: string): boolean {
  const url = text.includes("://") ? text : `nats://${text}`;
  return URL.canParse(url) && new URL(url).hostname !== "";
}

/** `NATS_NAMESPACE`; without it that of a server with one system. Throws where it is none. */
export function namespaceOf(environment: Environment): Namespace {
  const read = programSettings.NATS_NAMESPACE.safeParse(environment["NATS_NAMESPACE"]);
  if (read.success) return read.data;
  throw new Error(`NATS_NAMESPACE ${read.error.issues[0]?.message}`);
}

/** `NATS_PASSWORD` of the user `streams`, or of `NATS_USER`; a server without users wants none. */
export function natsLoginOf(environment: Environment): {
  readonly user: string | undefined;
  readonly password: Secret | undefined;
} {
  const { NATS_USER: user, NATS_PASSWORD: password } = environment;
  return { user: user || undefined, password: password ? secret(password) : undefined };
}

/**
 * Who reads streams: `NATS_USER` with `NATS_PASSWORD` where it is named, else the user `analyst` with
 * `ANALYST_NATS_PASSWORD`; a server without users wants none.
 */
export function analystLoginOf(environment: Environment): {
  readonly user: string;
  readonly password: Secret | undefined;
} {
  const { NATS_USER: user, NATS_PASSWORD, ANALYST_NATS_PASSWORD } = environment;
  const password = user ? NATS_PASSWORD : ANALYST_NATS_PASSWORD;
  return { user: user || "analyst", password: password ? secret(password) : undefined };
}

function required(name: string, environment: Environment): string {
  const value = environment[name];
  if (value === undefined || value === "") {
    throw new Error(`${name} is not set, and no system of this clone runs (npm start)`);
  }
  return value;
}

/** Where `npm start` writes how its system is reached, while it runs. */
const localSystemFile = join(import.meta.dirname, "..", "..", "..", ".sanu", "operator.env");

/**
 * Adds to the environment what reaches the system that `npm start` runs from this clone, if it does. An operator who
 * names any system keeps exactly that one: nothing is mixed.
 */
export function loadLocalSystem(
  environment: Environment,
  file: string = localSystemFile,
  say: (line: string) => void = () => undefined,
): void {
  const isNamed = Object.keys(environment).some((name) =>
    /^NATS_(?:URL|USER|PASSWORD)$|_DATABASE_URL$/.test(name),
  );
  if (isNamed || !existsSync(file)) return;
  loadEnvFile(file);
  say(`sanu: this is about the system of ${file}\n`);
}
