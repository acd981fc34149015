import { ConnectorTermsChanged, type FactInput, jsonText } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { type Database, whenConnectorTermsChanged } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { expect } from "vitest";
import { eventually } from "../eventually.ts";
import { attributesOfFact } from "./attributes-of-fact.ts";
import { deliveredToReaction } from "./delivered-to-reaction.ts";

type TermsReaction = Parameters<typeof whenConnectorTermsChanged>;
type Said = FactInput<typeof ConnectorTermsChanged>;

/** What the staff says of a provider: nothing but the changes. */
export function saidOfConnector(
  provider: string,
  direction: Said["direction"],
  changes: Partial<Said> = {},
): Said {
  const free = { isEnabled: true, priorities: {}, amountXofMin: null, amountXofMax: null };
  const by = {
    changedBy: newId<"AccountId">(),
    approvedBy: newId<"AccountId">(),
    changedAt: systemClock.now(),
  };
  return { provider, direction, ...free, ...by, ...changes };
}

/** Waits until a service has heard what was said last. */
export async function awaitConnectorTerms(
  { query }: Pick<Database, "query">,
  { provider, changedBy }: Said,
): Promise<void> {
  const text = "select 1 from connector_terms where provider = $1 and changed_by = $2";
  await eventually("what the staff says is known", async () => {
    return (await query(CompiledQuery.raw(text, [provider, changedBy]))).length > 0;
  });
}

/** Checks that the newest of three facts counts in whatever order they come, each twice, and none of the other direction. */
export async function checkTermsFollowed(
  database: Database,
  group: TermsReaction[1],
  direction: TermsReaction[2],
): Promise<void> {
  const provider = `provider-${newId()}`;
  const reaction = whenConnectorTermsChanged(database, group, direction);
  const deliver = async (said: Said, at: Parameters<typeof attributesOfFact>[1]) => {
    const read = reaction.read(ConnectorTermsChanged.type, JSON.parse(jsonText(said)));
    const attributes = attributesOfFact(ConnectorTermsChanged, at);
    return (await read?.react(deliveredToReaction(read.reaction, attributes)))?.kind;
  };
  // As a number 10 is behind 9; as a text it would stand before it.
  const facts = ["1.990.9", "1.1000.10", "1.1000.11"].map((position, at) => ({
    said: saidOfConnector(provider, direction, { amountXofMax: `${at + 1}00` }),
    at: { id: newId<"EventId">(), position },
  }));
  const kinds: unknown[] = [];
  for (const place of [2, 0, 1, 1, 2, 0]) {
    const fact = facts[place];
    if (fact !== undefined) kinds.push(await deliver(fact.said, fact.at));
  }
  const twice = ["accepted", "accepted", "accepted", "constraint", "constraint", "constraint"];
  expect(kinds).toEqual(twice);
  const other = direction === "collection" ? "disbursement" : "collection";
  const ofOther = saidOfConnector(provider, other, { isEnabled: false });
  expect(await deliver(ofOther, { id: newId<"EventId">(), position: "1.2000.12" })).toBe(
    "nothing-new",
  );
  const text = `select is_enabled, amount_xof_max::int, changed_by from connector_terms where provider = $1`;
  expect(await database.query(CompiledQuery.raw(text, [provider]))).toEqual([
    { is_enabled: true, amount_xof_max: 300, changed_by: facts[2]?.said.changedBy },
  ]);
}
