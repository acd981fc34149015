import {
  type AggregatorChange,
  ConnectorTermsChanged,
  FreezeRates,
  GetRates,
  type ProposalView,
  transactionsProposals,
} from "@sanu/contracts";
import { type AccountId, newId, plusMs } from "@sanu/kernel";
import { messagingLimits, proposalLimits } from "@sanu/platform";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { changeRates, proposeRates, type Rates } from "../rates/change-rates.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const { decideProposal, getProposal, listProposals, proposeChange } = transactionsProposals;
const dayMs = 86_400_000;
const running = await startTransactions();
afterAll(() => running.stop());

const refused = (code: string) => ({ kind: "refused", refusal: { code } });
const decided = (status: ProposalView["status"]) => ({ data: { proposal: { status } } });
const mid = async () => {
  const result = await running.request(GetRates, {});
  return result.kind === "replied" ? result.data.rates.mid : result;
};
const proposed = async (rates: Rates, by: AccountId = newId()): Promise<ProposalView> => {
  const result = await proposeRates(running, rates, by);
  if (result.kind !== "replied") throw new Error(JSON.stringify(result));
  return result.data.proposal;
};
const decide = (
  { id, content_sha256: contentSha256 }: ProposalView,
  decision: "approve" | "reject" | "withdraw" = "approve",
  by: AccountId = newId(),
) =>
  running.request(decideProposal, {
    commandId: newId<"CommandId">(),
    by,
    reason: "looked at",
    proposalId: id,
    decision,
    contentSha256,
  });
const actions = () => running.rowsOf("select 1 from rate_admin_actions");

describe("a rate that somebody proposes", () => {
  beforeEach(async () => {
    await changeRates(running, { manual_rate: null, frozen: false });
    await running.rowsOf("delete from proposals");
    await running.rowsOf("delete from rate_admin_actions");
  });

  it("moves nothing before another person approves it, and is carried out once, however often that comes", async () => {
    const [proposer, approver] = [newId<"AccountId">(), newId<"AccountId">()];
    const proposal = await proposed({ manual_rate: 61_000_000 }, proposer);
    expect(proposal).toMatchObject({
      status: "proposed",
      content: { manual_rate: 61_000_000 },
      reason: "because",
      proposed_by: proposer,
      account_id: null,
      decided_by: null,
    });
    expect(await mid()).toBe(60_000_000);
    expect(await decide(proposal, "approve", proposer)).toEqual(refused("own-proposal"));
    expect(await mid()).toBe(60_000_000);

    const copies = await Promise.all([1, 2, 3].map(() => decide(proposal, "approve", approver)));
    for (const copy of copies) expect(copy).toMatchObject(decided("executed"));
    expect(await mid()).toBe(61_000_000);
    expect(await actions()).toHaveLength(1);
    expect(await decide(proposal, "approve")).toEqual(refused("proposal-not-open"));
    expect(await running.request(getProposal, { proposalId: proposal.id })).toMatchObject({
      data: { proposal: { decided_by: approver, decision_reason: "looked at" } },
    });
  });

  it("is one proposal for one command that comes twice", async () => {
    const commandId = newId<"CommandId">();
    for (const _twice of [1, 2]) {
      await proposeRates(running, { spread_buy: 250 }, newId(), commandId);
    }
    expect(await running.rowsOf("select 1 from proposals")).toHaveLength(1);
  });

  it("is one proposal for who proposes the same again while it waits, also at the same moment", async () => {
    const by = newId<"AccountId">();
    const propose = () => proposed({ spread_buy: 250 }, by);
    const [first, ...copies] = await Promise.all([propose(), propose(), propose()]);
    expect(copies.map(({ id }) => id)).toEqual([first.id, first.id]);
    expect((await proposed({ spread_buy: 260 }, by)).id).not.toBe(first.id);
    expect((await proposed({ spread_buy: 250 })).id).not.toBe(first.id);
    expect(await decide(first, "withdraw", by)).toMatchObject(decided("withdrawn"));
    const anew = await propose();
    expect(anew.id).not.toBe(first.id);
    running.clock.advanceMs(dayMs);
    expect((await propose()).id).not.toBe(anew.id);
  });

  it("is refused beyond what one person may have waiting, however many she proposes at once", async () => {
    const { openMax } = proposalLimits;
    const by = newId<"AccountId">();
    const copied = `insert into proposals select gen_random_uuid(), operation, account_id, content, md5(n::text),
      status, proposed_by, proposed_at, expires_at from proposals, generate_series(3, ${openMax}) as n`;
    const first = await proposed({ spread_buy: 250 }, by);
    await running.rowsOf(copied);
    const results = await Promise.all(
      [251, 252, 253].map((spread_buy) => proposeRates(running, { spread_buy }, by)),
    );
    const tooMany = { code: "too-many-proposals", params: { openMax: `${openMax}` } };
    expect(results.filter(({ kind }) => kind === "replied")).toHaveLength(1);
    expect(results).toContainEqual({ kind: "refused", refusal: tooMany });
    // The same again is there already, nobody else waits for her, and what she withdraws makes room.
    expect((await proposed({ spread_buy: 250 }, by)).id).toBe(first.id);
    await proposed({ spread_buy: 254 });
    expect(await decide(first, "withdraw", by)).toMatchObject(decided("withdrawn"));
    await proposed({ spread_buy: 255 }, by);
    expect(await proposeRates(running, { spread_buy: 256 }, by)).toMatchObject({
      refusal: tooMany,
    });
    running.clock.advanceMs(dayMs);
    await proposed({ spread_buy: 256 }, by);
  });

  it("is approved as it was read, and as nothing else", async () => {
    const proposal = await proposed({ manual_rate: 61_000_000 });
    const other = { ...proposal, content_sha256: "0".repeat(64) };
    expect(await decide(other)).toEqual(refused("proposal-mismatch"));
    await running.rowsOf("update proposals set content = replace(content, '61', '99')");
    expect(await decide(proposal)).toEqual(refused("proposal-mismatch"));
    expect([await mid(), await actions()]).toEqual([60_000_000, []]);
  });

  it("is withdrawn by who proposed it, and rejected by others, for good", async () => {
    const by = newId<"AccountId">();
    const [first, second] = [
      await proposed({ spread_buy: 250 }, by),
      await proposed({ spread_buy: 260 }, by),
    ];
    expect(await decide(first, "withdraw")).toEqual(refused("forbidden"));
    expect(await decide(first, "reject", by)).toEqual(refused("own-proposal"));
    for (const _twice of [1, 2]) {
      expect(await decide(first, "withdraw", by)).toMatchObject(decided("withdrawn"));
    }
    expect(await decide(second, "reject")).toMatchObject(decided("rejected"));
    for (const over of [first, second]) {
      expect(await decide(over)).toEqual(refused("proposal-not-open"));
    }
    expect(await actions()).toEqual([]);
  });

  it("is void when its proposer is no admin any more, and nobody's to approve who is none", async () => {
    const [by, stranger] = [newId<"AccountId">(), newId<"AccountId">()];
    const proposal = await proposed({ manual_rate: 61_000_000 }, by);
    running.dismissed.add(stranger);
    expect(await decide(proposal, "approve", stranger)).toEqual(refused("forbidden"));
    running.dismissed.add(by);
    expect(await decide(proposal)).toEqual(refused("proposal-void"));
    running.dismissed.delete(by);
    expect(await decide(proposal)).toEqual(refused("proposal-void"));
    expect([await mid(), await actions()]).toEqual([60_000_000, []]);
  });

  it("is not approved by who was made an admin behind it, before a day is over", async () => {
    const newcomer = newId<"AccountId">();
    const before = await proposed({ manual_rate: 61_000_000 });
    running.newcomers.set(newcomer, plusMs(running.clock.now(), 1));
    expect(await decide(before, "approve", newcomer)).toEqual(refused("approver-too-new"));
    running.clock.advanceMs(2);
    const behind = await proposed({ manual_rate: 62_000_000 });
    expect(await decide(behind, "approve", newcomer)).toMatchObject(decided("executed"));
  });

  it("expires", async () => {
    const proposal = await proposed({ manual_rate: 61_000_000 });
    running.clock.advanceMs(dayMs);
    expect(await decide(proposal)).toEqual(refused("proposal-expired"));
    const page = { limit: 10, cursor: null, operation: null, proposedBy: null };
    const ofStatus = async (status: ProposalView["status"]) => {
      const result = await running.request(listProposals, { ...page, status });
      return result.kind === "replied" ? result.data.rows.map(({ id }) => id) : result;
    };
    expect([await ofStatus("proposed"), await ofStatus("expired")]).toEqual([[], [proposal.id]]);
  });

  it("is looked at again when it is approved: by then it may be no rate", async () => {
    const proposal = await proposed({ manual_rate: 71_000_000 });
    await running.rowsOf("update rate_board set mid_xof_per_btc = 50000000");
    expect(await decide(proposal)).toEqual(refused("rate-too-far"));
    expect([await mid(), await actions()]).toEqual([50_000_000, []]);
  });

  it("is of what stood when it was proposed: a freeze for another reason is thawed by nobody's older word", async () => {
    const freeze = () =>
      running.request(FreezeRates, {
        commandId: newId<"CommandId">(),
        by: newId<"AccountId">(),
        reason: "another one",
      });
    await freeze();
    const [thaw, spread] = [await proposed({ frozen: false }), await proposed({ spread_buy: 250 })];
    await freeze();
    for (const _twice of [1, 2]) expect(await decide(thaw)).toEqual(refused("proposal-outdated"));
    const frozen = "select is_frozen from rate_board";
    expect(await running.rowsOf(frozen)).toEqual([{ is_frozen: true }]);
    expect(await decide(spread)).toMatchObject(decided("executed"));
    const newer = await proposed({ frozen: false });
    expect(await decide(newer)).toMatchObject(decided("executed"));
    expect(await running.rowsOf(frozen)).toEqual([{ is_frozen: false }]);
  });

  it("waits in pages, the oldest first", async () => {
    const all: string[] = [];
    for (const spread_buy of [210, 220, 230]) {
      running.clock.advanceMs(1);
      all.push((await proposed({ spread_buy })).id);
    }
    const filter = { operation: null, status: "proposed", proposedBy: null } as const;
    const first = await running.request(listProposals, { ...filter, limit: 2, cursor: null });
    if (first.kind !== "replied") throw new Error("no page");
    const { rows, nextCursor: cursor } = first.data;
    const second = await running.request(listProposals, { ...filter, limit: 2, cursor });
    const forged = await running.request(listProposals, { ...filter, limit: 2, cursor: "forged" });
    expect(forged).toMatchObject({
      refusal: { code: "validation-failed", fields: { cursor: ["invalid"] } },
    });
    if (second.kind !== "replied") throw new Error("no page");
    expect([...rows, ...second.data.rows].map(({ id }) => id)).toEqual(all);
    expect(second.data.nextCursor).toBeNull();
  });
});

describe("what somebody proposes about a provider", () => {
  const propose = (
    change: Omit<AggregatorChange, "operation">,
    commandId = newId<"CommandId">(),
    reason = "its float is empty",
  ) =>
    running.request(proposeChange, {
      commandId,
      by: newId<"AccountId">(),
      reason,
      change: { operation: "change-aggregator", ...change },
    });
  const proposedOf = async (...of: Parameters<typeof propose>): Promise<ProposalView> => {
    const result = await propose(...of);
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data.proposal;
  };
  const said = (code: string) =>
    running.rowsOf<{ data: string }>(
      `select public_data as data from events
       where public_type = $1 and data->>'provider' = $2 order by position`,
      [ConnectorTermsChanged.type, code],
    );

  it("is told once, however often another one approves it, and names both", async () => {
    const commandId = newId<"CommandId">();
    const change = { code: "north", collection: { is_enabled: false, max_xof: 500_000 } };
    const proposal = await proposedOf(change, commandId);
    expect((await proposedOf(change, commandId)).id).toBe(proposal.id);
    expect(proposal).toMatchObject({
      operation: "change-aggregator",
      content: { ...change, as_of: { collection: null } },
    });
    expect(await said("north")).toEqual([]);
    const approver = newId<"AccountId">();
    const copies = await Promise.all([1, 2, 3].map(() => decide(proposal, "approve", approver)));
    for (const copy of copies) expect(copy).toMatchObject(decided("executed"));
    const facts = await said("north");
    expect(facts.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject([
      {
        direction: "collection",
        isEnabled: false,
        amountXofMax: "500000",
        changedBy: proposal.proposed_by,
        approvedBy: approver,
      },
    ]);
  });

  it("is of what was said when it was proposed, and of two at once one counts", async () => {
    const change = (max_xof: number) => proposedOf({ code: "south", disbursement: { max_xof } });
    const both = [await change(400), await change(600)];
    const decisions = await Promise.all(both.map((proposal) => decide(proposal)));
    const outcomes = decisions.map((one) => (one.kind === "refused" ? one.refusal.code : one.kind));
    expect(outcomes.toSorted()).toEqual(["proposal-outdated", "replied"]);
    expect(await said("south")).toHaveLength(1);
  });

  it("waits in pages that one message carries, however much is said in each", async () => {
    const letters = "A".repeat(32);
    const priorities = Object.fromEntries(
      Array.from({ length: 100 }, (_none, place) => [`${letters}_${place}`, 1]),
    );
    const direction = { priorities };
    const ids: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      const change = { code: `west-${count}`, collection: direction, disbursement: direction };
      ids.push((await proposedOf(change, newId<"CommandId">(), "€".repeat(1_000))).id);
    }
    const pageBehind = async (cursor: string | null) => {
      const of = { operation: "change-aggregator", status: "proposed", proposedBy: null } as const;
      const page = await running.request(listProposals, { ...of, limit: 100, cursor });
      if (page.kind !== "replied") throw new Error(JSON.stringify(page));
      return page.data;
    };
    const seen: string[] = [];
    const bytes: number[] = [];
    let next: string | null = null;
    do {
      const { rows, nextCursor } = await pageBehind(next);
      bytes.push(Buffer.byteLength(JSON.stringify(rows)));
      seen.push(...rows.map(({ id }) => id));
      next = nextCursor;
    } while (next !== null);
    expect(seen.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
    // A gateway of 0.2.0 passes over what follows a page that ends early: none ends where the message would have carried more.
    expect(bytes[0]).toBeGreaterThan(messagingLimits.payloadBytesMax * 0.9);
  });

  it("has no most below a least that was said before", async () => {
    const least = await proposedOf({ code: "east", collection: { min_xof: 500 } });
    expect(await decide(least)).toMatchObject(decided("executed"));
    expect(await propose({ code: "east", collection: { max_xof: 499 } })).toMatchObject({
      refusal: {
        code: "validation-failed",
        fields: { "collection.max_xof": ["below-least"] },
      },
    });
  });
});

it("is approved by its proposer only where the installation says that it has one admin, and has one", async () => {
  const replica = await running.startReplica({ SOLE_ADMIN_ALLOWED: "true" });
  await running.service.stop();
  const by = newId<"AccountId">();
  await running.rowsOf("update rate_board set mid_xof_per_btc = 60000000");
  const alone = () => changeRates(running, { spread_buy: 250 }, { by, approver: by });
  expect(await alone()).toEqual(refused("own-proposal"));
  running.only.add(by);
  const approved = await alone();
  expect(approved).toMatchObject(decided("executed"));
  await replica.stop();
});
