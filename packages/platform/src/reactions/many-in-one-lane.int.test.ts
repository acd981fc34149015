import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { createReactionBed, group } from "./reactions.fixture.ts";

/** Of what is said of one float every minute, two weeks. */
const factsMax = 20_000;

const bed = await createReactionBed();
afterAll(() => bed.close());

/** As those of one aggregate that goes to itself, all due, behind one that nobody could handle. */
const fillText = `
insert into parked_facts (group_name, fact_id, lane, lanes, log_epoch, transaction_id, position, headers, data,
  cause, reason, attempts, due_at)
select $1, number::text, 'float', array['float', 'wallet'], 1, number::text::xid8, number, '{}', '',
  'behind', 'planted', 0, now() - interval '1 second' from generate_series(1, $2::int) as number`;

it("the first of very many facts that wait in one lane is replayed, and no other one passes it", async () => {
  const run = (text: string, ...values: readonly unknown[]) =>
    bed.database.query<{ id: string }>(CompiledQuery.raw(text, [...values]));
  await run(fillText, group, factsMax);
  await run("analyze parked_facts");
  const tried = () => run("select fact_id as id from parked_facts where attempts > 0");

  await bed.newGroup().start();
  await eventually("the first is tried", async () => (await tried()).length > 0);
  await bed.newGroup().start();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await tried()).toEqual([{ id: "1" }]);
});
