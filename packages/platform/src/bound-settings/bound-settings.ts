import { createHmac } from "node:crypto";
import type { PublishingService } from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import type { Secret } from "../config/secret.ts";
import type { SanuEnvironment } from "../config/settings.ts";
import { listTablesThere } from "../database/list-tables-there.ts";
import type { Migration } from "../database/migration.ts";
import type { Database } from "../database/open-database.ts";

type Querying = Pick<Database, "query">;

/** Beside them the settings that say whose account at a provider is used: which there are is the connectors' matter. */
const ownNames = ["SANU_ENV", "PERSON_KEY", "SEALING_PUBLIC_KEY"] as const;

/** A setting that belongs to what a database holds: the value, or of a secret the fingerprint, that it was first used with. */
export interface BoundSetting {
  readonly name: string;
  readonly value: string;
}

/** What names the account at a provider, of each that is in use. */
export interface UsedAccounts {
  readonly accounts: readonly BoundSetting[];
}

export const boundSettingsMigration: Migration = {
  kind: "expand",
  statements: [
    `create table bound_settings (
      name text primary key,
      value text not null,
      bound_at timestamptz not null default clock_timestamp()
    )`,
  ],
};

/** What is not set binds nothing. */
export function boundSettingsOf(of: {
  readonly environment: SanuEnvironment;
  readonly personKey?: Secret | undefined;
  readonly sealingPublicKey?: string | undefined;
  /** By port. */
  readonly connectors?: Readonly<Record<string, UsedAccounts>> | undefined;
}): readonly BoundSetting[] {
  const { environment, personKey, sealingPublicKey, connectors = {} } = of;
  const accounts = Object.values(connectors).flatMap((port) => port.accounts);
  // Both ports of a provider may name the same account.
  const valueOf = new Map(accounts.map(({ name, value }) => [name, value]));
  return [
    { name: "SANU_ENV", value: environment },
    ...(personKey === undefined ? [] : [{ name: "PERSON_KEY", value: fingerprintOf(personKey) }]),
    ...(sealingPublicKey === undefined
      ? []
      : [{ name: "SEALING_PUBLIC_KEY", value: sealingPublicKey }]),
    ...Array.from(valueOf, ([name, value]) => ({ name, value })),
  ];
}

/** Says nothing of a key that has at least 32 characters. */
function fingerprintOf(key: Secret): string {
  return createHmac("sha256", key.reveal()).update("sanu.fingerprint.v1").digest("base64url");
}

/**
 * Throws where the database was first used with other settings: what is open there would be carried out by the providers of
 * another environment, what was counted under another key would be nobody's, what is sealed for another one would be opened by others, and
 * what is under way at one account would be sent a second time over another one, which knows nothing of it.
 */
export async function assertBound(
  database: Querying,
  service: PublishingService,
  settings: readonly BoundSetting[],
): Promise<void> {
  const bound = new Map(
    (await listBoundSettings(database)).map(({ name, value }) => [name, value]),
  );
  const reasons = settings.flatMap((setting) => {
    const value = bound.get(setting.name);
    if (value === undefined || value === setting.value) return [];
    return [reasonOf(service, setting, value)];
  });
  if (reasons.length > 0) throw new Error(reasons.join("\n"));
}

/** Binds the database to what it is not bound to yet, and throws where it is bound to something else. Replicas that start together agree on the first. */
export async function bindSettings(
  database: Querying,
  service: PublishingService,
  settings: readonly BoundSetting[],
): Promise<void> {
  if (!(await isThere(database))) return;
  await database.query(
    CompiledQuery.raw(
      `insert into bound_settings (name, value) select * from unnest($1::text[], $2::text[])
       on conflict (name) do nothing`,
      [settings.map(({ name }) => name), settings.map(({ value }) => value)],
    ),
  );
  await assertBound(database, service, settings);
}

/** None on a database that is not migrated yet. */
export async function listBoundSettings(database: Querying): Promise<readonly BoundSetting[]> {
  if (!(await isThere(database))) return [];
  return database.query<BoundSetting>(
    CompiledQuery.raw("select name, value from bound_settings order by name"),
  );
}

const runningText = `select 1 from pg_stat_activity
where datname = current_database() and application_name = $1 and pid <> pg_backend_pid() limit 1`;

/**
 * The next start binds the database to what it then has. False where it was not bound. Throws where the setting is none that binds, and
 * where a service runs on what shall be another environment's: that is no copy.
 */
export async function unbindSetting(
  database: Querying,
  service: PublishingService,
  name: string,
): Promise<boolean> {
  const bound = await listBoundSettings(database);
  const names = new Set<string>([...ownNames, ...bound.map((one) => one.name)]);
  if (!names.has(name)) {
    throw new Error(`${name} binds no database; ${[...names].join(", ")} do`);
  }
  if (bound.length === 0) return false;
  const running = CompiledQuery.raw(runningText, [service]);
  if (name === "SANU_ENV" && (await database.query(running)).length > 0) {
    throw new Error(`${service} runs on this database, so it is no copy: nothing was done there`);
  }
  const text = "delete from bound_settings where name = $1 returning 1";
  return (await database.query(CompiledQuery.raw(text, [name]))).length > 0;
}

async function isThere(database: Querying): Promise<boolean> {
  return (await listTablesThere(database, ["bound_settings"])).size > 0;
}

function reasonOf(
  service: PublishingService,
  { name, value }: BoundSetting,
  bound: string,
): string {
  // Not the command: whoever stands before the wrong database shall read before she types.
  switch (name) {
    case "SANU_ENV":
      return `${service.toUpperCase()}_DATABASE_URL leads to a database of ${bound}, and SANU_ENV is ${value}: nothing was done there. How a copy becomes one of ${value}: deploy/runbooks/restore-database.md`;
    case "PERSON_KEY":
      return `PERSON_KEY is not the one that the database of ${service} was first used with: under another one everybody's monthly limits begin anew. Put it back; how it is changed on purpose: deploy/runbooks/rotate-secrets.md`;
    case "SEALING_PUBLIC_KEY":
      return `SEALING_PUBLIC_KEY is not the one that the database of ${service} was first used with: others could open what is sealed, or nobody. Put ${bound} back; how it is changed on purpose: deploy/runbooks/sealed-records.md`;
    default:
      return `${name} is not the account that the database of ${service} was first used with: another one knows nothing of what is under way there, and it would be sent a second time. Put ${bound} back; how it is changed on purpose: deploy/runbooks/rotate-secrets.md`;
  }
}
