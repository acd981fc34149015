import { payoutsStatementFacts } from "@sanu/contracts";
import type { Sandbox } from "@sanu/sandbox";
import { compareStatements, eventually } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";

type Mistake = Parameters<Sandbox["mistakes"]["add"]>[0];

/** Looks often whether it is asked. */
const eager = { STATEMENT_POLL_MS: "50" };

let world: PayoutWorld;
const payouts: TestPayout[] = [];

beforeAll(async () => {
  world = await createPayoutWorld();
  await world.start();
  for (let one = 0; one < 4; one += 1) {
    payouts.push(await world.publish(world.make.sale("+2290196000001")));
    payouts.push(await world.order("somebody@wallet.example"));
  }
  payouts.push(await world.publish(world.make.refund("somebody@wallet.example")));
  for (const payout of payouts) await world.happened(payout, "PayoutRequested", "PayoutSettled");
  await world.stopReplicas();
});

afterAll(() => world.stop());

/** Compares once more what moved so far, and returns what is open then: kind, and the place of the payout. */
async function compare(): Promise<readonly string[]> {
  const rows = await compareStatements<{ kind: string; subject: string | null }>(
    world,
    "kind, data->>'subjectId' as subject",
  );
  return rows.map(({ kind, subject }) => {
    const place = payouts.findIndex(({ payoutId }) => payoutId === subject);
    return `${kind} ${place}`;
  });
}

it("finds every kind of difference in both currencies, names the payout, and sees it mended", async () => {
  const facts = world.listen(payoutsStatementFacts.StatementDifferenceFound);
  await world.start({}, eager);
  await eventually("its accounts are known", async () => {
    const rows = await world.rows("select from statement_accounts");
    return rows.length === 2;
  });
  expect(await compare()).toEqual([]);

  const referenceOf = async (place: number) => {
    const [row] = await world.rows<{ reference: string }>(
      `select reference from statement_lines join attempts
         on match_id in (attempt_id::text, split_part(natural_key, ':', 2)) where subject_id = $1`,
      payouts[place]?.payoutId ?? "",
    );
    return row?.reference ?? "";
  };
  const lie = async (place: number, mistake: (reference: string) => Mistake) =>
    world.sandbox.mistakes.add(mistake(await referenceOf(place)));
  await lie(0, (reference) => ({ kind: "direction", reference }));
  await lie(1, (reference) => ({ kind: "amount", reference, by: 3n }));
  await lie(2, (reference) => ({ kind: "state", reference, status: "failed" }));
  await lie(3, (reference) => ({ kind: "fee", reference, by: 3n }));
  await lie(4, (reference) => ({ kind: "doubled", reference }));
  await lie(5, (reference) => ({ kind: "missing", reference }));
  await lie(6, (reference) => ({ kind: "extra", reference }));
  await lie(8, (reference) => ({ kind: "state", reference, status: "reversed" }));
  world.sandbox.mistakes.add({ kind: "balance", account: "disbursements", by: 1n });

  const expected = [
    "doubled 4",
    "missing-at-provider 5",
    "missing-at-us -1",
    "other-amount 1",
    "other-balance -1",
    "other-fee 3",
    "other-kind 0",
    "other-state 2",
    "other-state 8",
  ];
  expect([...(await compare())].toSorted()).toEqual(expected);
  await eventually("each is published", () => facts.length >= expected.length);
  expect(facts).toHaveLength(expected.length);

  world.sandbox.mistakes.clear();
  expect(await compare()).toEqual([]);
});

it.each([
  ["francs", 0],
  ["sats", 1],
])("knows by which attempt a payout of %s arrived that was refused before", async (_of, place) => {
  const text = `with refused as (update attempts set state = 'rejected' where subject_id = $1 returning subject_id, attempt_number)
    update events set data = data || jsonb_build_object('attemptNumber', attempt_number) from refused
    where stream_id = subject_id and event_type = 'PayoutSettled' returning 1`;
  expect(await world.rows(text, payouts[place]?.payoutId ?? "")).toHaveLength(1);
  expect(await compare()).toEqual([]);
});

it("asks payout by payout where the provider states nothing, and finds what it does not know", async () => {
  await world.stopReplicas();
  await world.start({}, { ...eager, STATEMENT_RAIL: "by-status" });
  expect(await compare()).toEqual([]);
  const [row] = await world.rows<{ key: string }>(
    "select attempt_id::text as key from attempts where subject_id = $1",
    payouts[0]?.payoutId ?? "",
  );
  world.sandbox.control.lose(row?.key ?? "");
  expect(await compare()).toEqual(["missing-at-provider 0"]);
});
