import { type ReactionGroupName, reactionGroups } from "@sanu/contracts";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "./system.ts";

/** What is wrong with a fact when it reaches the stream. */
export const poisons = ["undecodable", "wrong-schema", "unknown-version", "wrong-headers"] as const;
export type Poison = (typeof poisons)[number];

/** A fact that was spoilt on its way into the log of its service. */
export interface Spoilt {
  readonly group: ReactionGroupName;
  readonly factId: string;
  readonly poison: Poison;
  readonly publicType: string;
  readonly publicData: string;
}

/** Several statements as one. */
const run = (database: Database, text: string) =>
  database.query(CompiledQuery.raw(`do $all$ begin ${text}; end $all$`));

/** For each kind of poison one of so many facts of a group; the turns lie apart. */
function turnsText(everyNth: number): string {
  const step = Math.floor(everyNth / poisons.length);
  return poisons.map((poison, index) => `when ${index * step + 1} then '${poison}'`).join(" ");
}

function spoilText(group: ReactionGroupName, types: string, everyNth: number): string {
  const name = group.replaceAll("-", "_");
  return `
create table if not exists spoilt (
  fact_id uuid primary key, poison text, public_type text, public_data text);
create sequence turns_of_${name};
create function spoil_${name}() returns trigger language plpgsql as $body$
declare chosen text;
begin
  chosen := case nextval('turns_of_${name}') % ${everyNth} ${turnsText(everyNth)} end;
  if chosen is null then return new; end if;
  -- A fact that two groups hear is spoilt once.
  insert into spoilt values (new.event_id, chosen, new.public_type, new.public_data)
    on conflict do nothing;
  if not found then return new; end if;
  case chosen
    when 'undecodable' then new.public_data := left(new.public_data, 20);
    when 'wrong-schema' then new.public_data := '{"amountXof":"-1"}';
    when 'unknown-version' then new.public_type := regexp_replace(new.public_type, 'v\\d+$', 'v9');
    when 'wrong-headers' then new.public_type := regexp_replace(new.public_type, 'v\\d+$', 'vX');
  end case;
  return new;
end $body$;
create trigger spoil_${name} before insert on events for each row
  when (new.public_type ~ '${types}') execute function spoil_${name}()`;
}

/** A bug in the handling: always of the same facts, two of 256 for each of the two kinds of errors. */
const throwText = `
create function throw_up() returns trigger language plpgsql as $body$
declare die int := get_byte(decode(md5(new.fact_id::text), 'hex'), 0);
begin
  if die < 2 then raise exception 'a planted bug' using errcode = '22023'; end if;
  if die < 4 then raise exception 'a planted fault' using errcode = 'P0001'; end if;
  return new;
end $body$;
create trigger throw_up before insert on handled for each row execute function throw_up()`;

/** Lets every reacting service meet every poison from now on. */
export async function plantPoison({ databases }: FaultSystem, everyNth: number): Promise<void> {
  for (const { group, source, facts } of reactionGroups) {
    const types = `^sanu\\.${source}\\.(${facts.join("|")})\\.`;
    await run(databases[source], spoilText(group, types, everyNth));
  }
  for (const service of reactingServices()) await run(databases[service], throwText);
}

/** The fix of the handling: from now on nothing is spoilt and nothing throws. What waits, waits. */
export async function endPoison({ databases }: FaultSystem): Promise<void> {
  for (const { group, source } of reactionGroups) {
    await run(databases[source], `drop trigger spoil_${group.replaceAll("-", "_")} on events`);
  }
  for (const service of reactingServices()) {
    await run(databases[service], "drop trigger throw_up on handled");
  }
}

export function reactingServices() {
  return [...new Set(reactionGroups.map(({ service }) => service))];
}

/** Every fact that was spoilt, once for each group that hears it. */
export async function listSpoilt({ databases }: FaultSystem): Promise<readonly Spoilt[]> {
  const sources = [...new Set(reactionGroups.map(({ source }) => source))];
  const found = await Promise.all(
    sources.map(async (source) => {
      const facts = await databases[source].query<Omit<Spoilt, "group">>(
        CompiledQuery.raw(`select fact_id::text as "factId", poison,
          public_type as "publicType", public_data as "publicData" from spoilt`),
      );
      return facts.flatMap((fact) =>
        groupsOf(fact.publicType).map((group) => ({ group, ...fact })),
      );
    }),
  );
  return found.flat();
}

/** Who hears a fact of a type, `sanu.transactions.TransactionPaid.v1`. */
function groupsOf(publicType: string): readonly ReactionGroupName[] {
  const [, source, name = ""] = publicType.split(".");
  return reactionGroups
    .filter((one) => one.source === source && (one.facts as readonly string[]).includes(name))
    .map(({ group }) => group);
}

/** What a release does that reads what none could read before: the parked fact means what it should have said. */
export async function mendSpoilt(system: FaultSystem, spoilt: readonly Spoilt[]): Promise<void> {
  for (const { group, factId, publicType, publicData } of spoilt) {
    const service = reactionGroups.find((one) => one.group === group)?.service;
    if (service === undefined) throw new Error(`No group ${group}`);
    const text = `update parked_facts set data = convert_to($3, 'UTF8'),
      headers = headers || jsonb_build_object('ce-type', $4::text)
      where group_name = $1 and fact_id = $2`;
    await system.databases[service].query(
      CompiledQuery.raw(text, [group, factId, publicData, publicType]),
    );
  }
}
