import { VerdictApproved } from "@sanu/contracts";
import { instant, newId, type PayoutId, type TransactionId } from "@sanu/kernel";
import { type ApiResponse, eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf } from "./buy.ts";
import { eventTypesAbout, refundReasons, reviewReasons } from "./logs.ts";
import { publishFact } from "./publish-fact.ts";
import { reached } from "./sell.ts";
import { isInReview, logInAsAdmin } from "./staff.ts";
import { roomy, startSanu } from "./start-world.ts";
import { type Silence, stayUnknown } from "./unknown-for-long.ts";

const settings = {
  ...roomy,
};
const sent: Silence = {
  what: "whether the sats were sent",
  service: "payouts",
  call: "lightning.pay",
  question: "lightning.track",
  meanwhile: "PROCESSING",
  atLast: "COMPLETED",
};
const notSent: Silence = { ...sent, acts: false };

interface ShownCase {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly amount_satoshi: string;
  readonly proposal: { readonly id: string };
  readonly history: readonly { readonly type: string }[];
}

/** Tries deploy/runbooks/payout-stuck.md. */
describe("a payout of which nobody knows what became", () => {
  let world: World;
  let person: Person;
  let [ama, kofi] = ["", ""];

  beforeAll(async () => {
    world = await startSanu({ settings });
    person = await world.signUp();
    [ama, kofi] = [await logInAsAdmin(world), await logInAsAdmin(world)];
  });
  afterAll(() => world.stop());

  const statusOf = async (id: string) => (await detailOf(world, person, id)).status;
  const unknown = (silence: Silence) =>
    stayUnknown(world, silence, {
      order: async () => createdOf(await buy(world, person)).id,
      statusOf,
    });
  const casesOf = async (id: string, status = ""): Promise<readonly ShownCase[]> => {
    const path = `/api/v1/monitoring/cases?transaction=${id}${status}`;
    const response = await world.api.call("GET", path, { token: ama });
    return response.json<{ cases: readonly ShownCase[] }>().cases;
  };
  const act = (token: string, caseId: string, action: string, body: unknown) =>
    world.api.call("POST", `/api/v1/monitoring/cases/${caseId}/${action}`, { token, body });
  const shown = (response: ApiResponse) => {
    if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
    return response.json<{ data: { case: ShownCase } }>().data.case;
  };
  /** One proposes, everything twice; she cannot approve it herself, and somebody else does. */
  const decide = async (id: string, verdict: object) => {
    const [found] = await casesOf(id);
    if (found === undefined) throw new Error(`${id} has no case`);
    const words = { ...verdict, evidence: "the provider's desk, on the phone" };
    const { proposal } = shown(await act(ama, found.id, "propose", words));
    expect(shown(await act(ama, found.id, "propose", words)).proposal.id).toBe(proposal.id);
    const body = { proposal_id: proposal.id, reason: "called the desk again" };
    const own = await act(ama, found.id, "approve", body);
    expect([own.status, own.json()]).toMatchObject([403, { code: "own-proposal" }]);
    expect(await statusOf(id)).toBe("PROCESSING");
    for (const _twice of [1, 2]) shown(await act(kofi, found.id, "approve", body));
    return found;
  };
  /** Every attempt that people concluded is checked now. */
  const checkConcluded = () =>
    world.databases.payouts.query(
      CompiledQuery.raw(
        "update attempts set next_at = now() where concluded_at is not null and next_at is not null",
        [],
      ),
    );
  const sends = () =>
    world.sandbox.journal.ofKind("call").filter(({ operation }) => operation === sent.call).length;

  it("is refunded when two of the staff say that it never left, and is never sent again", async () => {
    const id = await unknown(notSent);
    const called = sends();
    const { id: caseId } = await decide(id, { verdict: "never" });
    await reached(world, person, { id, status: "FAILED" });
    world.sandbox.control.clearFaults();
    await checkConcluded();
    await world.settled();

    expect(sends()).toBe(called);
    expect(await refundReasons(world, id)).toEqual(["payout-failed"]);
    expect((await eventTypesAbout(world, "payouts", id)).at(-1)).toBe("PayoutFailed");
    expect(await isInReview(world, id)).toBe(false);
    expect(await casesOf(id)).toEqual([]);
    expect(await casesOf(id, "&status=closed")).toMatchObject([{ id: caseId }]);
    const response = await world.api.call("GET", `/api/v1/monitoring/cases/${caseId}`, {
      token: kofi,
    });
    expect(shown(response).history.map(({ type }) => type)).toEqual([
      "CaseOpened",
      "CaseVerdictProposed",
      "CaseVerdictApproved",
      "CaseClosed",
    ]);
    await world.expectBooksToBalance();
  });

  it("completes its purchase when two of the staff say that it arrived, and the late answer is no news", async () => {
    const id = await unknown(sent);
    const [found] = await casesOf(id);
    const amount_satoshi = Number.parseInt(found?.amount_satoshi ?? "", 10);
    const arrived = { verdict: "arrived", provider_reference: "preimage", amount_satoshi };
    const [wrong] = await casesOf(id);
    const other = { ...arrived, amount_satoshi: amount_satoshi - 1, evidence: "e" };
    const refused = await act(ama, wrong?.id ?? "", "propose", other);
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { code: "verdict-amount-mismatch" },
    ]);
    const called = sends();
    await decide(id, arrived);
    await reached(world, person, { id, status: "COMPLETED" });
    world.sandbox.control.clearFaults();
    await checkConcluded();
    await world.settled();

    expect(sends()).toBe(called);
    expect((await eventTypesAbout(world, "payouts", id)).at(-1)).toBe("PayoutSettled");
    expect(await reviewReasons(world, id)).toEqual(["outcome-unknown"]);
    expect(await refundReasons(world, id)).toEqual([]);
  });

  it("that arrived before people said that it never left stays: that is recorded, and moves nothing", async () => {
    const id = createdOf(await buy(world, person)).id;
    await reached(world, person, { id, status: "COMPLETED" });
    const [payout] = await world.databases.payouts.query<{ id: PayoutId; sats: string }>(
      CompiledQuery.raw(
        `select stream_id::text as id, data->'sent'->>'amountSats' as sats from events
         where data->>'transactionId' = $1 and event_type = 'PayoutSettled'`,
        [id],
      ),
    );
    for (const _twice of [1, 2]) {
      await publishFact(world, VerdictApproved, {
        caseId: newId<"CaseId">(),
        transactionId: id as TransactionId,
        leg: "payout",
        subjectId: payout?.id ?? "",
        money: { currency: "SATS", amountSats: payout?.sats ?? "" },
        verdict: { kind: "never" },
        approvedAt: instant("2026-11-22T10:00:00.000000Z"),
      });
    }
    await eventually("the staff is asked to look", () => isInReview(world, id));
    await world.settled();
    expect(await casesOf(id)).toMatchObject([{ kind: "contradicting-facts", status: "open" }]);
    expect((await eventTypesAbout(world, "payouts", id)).slice(-2)).toEqual([
      "PayoutSettled",
      "VerdictContradicted",
    ]);
    expect([await statusOf(id), await refundReasons(world, id)]).toEqual(["COMPLETED", []]);
  });

  it("that the provider says arrived behind the word of people is recorded, and moves nothing", async () => {
    const id = await unknown(sent);
    const called = sends();
    await decide(id, { verdict: "never" });
    await reached(world, person, { id, status: "FAILED" });
    world.sandbox.control.clearFaults();
    await eventually("the staff is asked to look again", async () => {
      await checkConcluded();
      return isInReview(world, id);
    });
    await world.settled();

    expect(await casesOf(id)).toMatchObject([{ kind: "contradicting-facts", status: "open" }]);
    expect((await eventTypesAbout(world, "payouts", id)).slice(-2)).toEqual([
      "PayoutFailed",
      "VerdictContradicted",
    ]);
    expect(sends()).toBe(called);
    expect(await refundReasons(world, id)).toEqual(["payout-failed"]);
    expect(await statusOf(id)).toBe("FAILED");
  });
});
