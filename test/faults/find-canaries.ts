import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishingServices } from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import { type Load, payerNumberStart, personName } from "./load.ts";
import type { FaultSystem } from "./system.ts";

const eventsText =
  "select coalesce(string_agg(data::text || coalesce(public_data, ''), ' '), '') as text from events";

/** Personal data and tokens of the load, wherever they must not be: events (which the streams repeat) and logs. */
export async function findCanaries(
  { databases, logsDir }: Pick<FaultSystem, "databases" | "logsDir">,
  load: Load,
): Promise<readonly string[]> {
  const people = load.purchases.map(({ person }) => person);
  const canaries = new Map<string, string>([
    ["a name", personName],
    ["an e-mail address", "canary-"],
    ["a payer's number", payerNumberStart],
    ["a receiver", "@sandbox.sanu"],
    ...people.map(({ token }) => ["a token", token] as const),
  ]);
  const places = new Map<string, string>();
  for (const service of publishingServices) {
    const [row] = await databases[service].query<{ text: string }>(CompiledQuery.raw(eventsText));
    places.set(`the events of ${service}`, row?.text ?? "");
  }
  for (const name of readdirSync(logsDir)) {
    places.set(`the log ${name}`, readFileSync(join(logsDir, name), "utf8"));
  }
  return [...places].flatMap(([place, text]) =>
    [...canaries].flatMap(([what, canary]) =>
      text.includes(canary) ? [`${place} shows ${what}`] : [],
    ),
  );
}
