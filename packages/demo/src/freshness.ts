import { type PublishingService, publishingServices } from "@sanu/contracts";
import { openDatabase } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { databaseUrlOf, type EnvironmentOf } from "./system/settings.ts";

type Shell = Readonly<Record<string, string | undefined>>;

/** Throws where a demo set has no business: in production, or on a system that somebody else named. */
export function refuseForeignSystem(shell: Shell): void {
  const environment = shell["SANU_ENV"];
  if (environment === "production" || environment === "staging") {
    throw new Error(`SANU_ENV is ${environment}: a demo set is never made there`);
  }
  const named = Object.keys(shell).filter((name) => /_DATABASE_URL$|^NATS_URL$/.test(name));
  if (named.length > 0) {
    const names = named.toSorted().join(", ");
    throw new Error(
      `A demo set fills the system of this clone and no other, and ${names} names one. ` +
        "Where npm start runs, end it first",
    );
  }
}

/** Throws where anything has happened on the system yet: what is past cannot be put in front of it. */
export async function refuseUsedSystem(environmentOf: EnvironmentOf): Promise<void> {
  const used = (
    await Promise.all(publishingServices.map((one) => findUse(one, environmentOf)))
  ).flat();
  if (used.length === 0) return;
  throw new Error(
    `A demo set needs a fresh system, and here ${used.join(", ")}. --fresh throws it all away and begins anew`,
  );
}

async function findUse(
  service: PublishingService,
  environmentOf: EnvironmentOf,
): Promise<readonly string[]> {
  const url = databaseUrlOf(service, environmentOf);
  const database = openDatabase({ url, poolMax: 1, applicationName: "sanu-demo" });
  try {
    const [row] = await database.query<{ events: number }>(
      CompiledQuery.raw("select count(*)::int as events from events"),
    );
    const events = row?.events ?? 0;
    return events === 0 ? [] : [`${service} has ${events} events`];
  } finally {
    await database.close();
  }
}
