import {
  AccountTierChanged,
  ApproveVerdict,
  CreateTransaction,
  ProposeVerdict,
} from "@sanu/contracts";
import { type AccountId, type CaseId, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { complete, order, type Placed, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions({
  env: { NUMBER_LIMITS: "on", AMOUNT_MAX_XOF: "2000000" },
});
const { rowsOf } = running;
afterAll(() => running.stop());

let numbers = 100;
const newNumber = () => `+22901550${(numbers += 1)}00`;
const ask = async (changes: Parameters<typeof order>[0]) => {
  const result = await running.request(CreateTransaction, order(changes));
  return result.kind === "refused" ? result.refusal.code : result.kind;
};
/** Of the tier that orders for two millions in a month. */
const owner = async () => {
  const accountId = newId<"AccountId">() as AccountId;
  const fact = { accountId, kycTier: 2, changedAt: running.clock.now() };
  await running.identity.publish(AccountTierChanged, accountId, fact);
  await eventually("her tier is known", async () => {
    const text = "select 1 from account_tiers where account_id = $1";
    return (await rowsOf(text, [accountId])).length > 0;
  });
  return accountId;
};
const typesOf = async ({ transactionId }: Placed) => {
  const text = "select event_type as type from events where stream_id = $1 order by version";
  return (await rowsOf<{ type: string }>(text, [transactionId])).map(({ type }) => type);
};
/** Each for nearly all that a stranger may in a month. Behind the first the others are more than the month of the number allows. */
const sellTo = async (number: string, count: number) => {
  const sale = { number, transactionType: "SELL_BITCOIN", amountXof: "199000" } as const;
  const [sent, ...held] = await Promise.all(
    Array.from({ length: count }, () => place(running, sale)),
  );
  if (sent === undefined) throw new Error("Nothing was sold");
  for (const one of [sent, ...held]) {
    await said.soldFor(running, one, one.answer.transaction.amount_sats.split(" ")[0] ?? "");
    await reached(running, one, "PROCESSING");
  }
  expect(await typesOf(sent)).toContain("TransactionPaid");
  for (const one of held) expect(await typesOf(one)).toContain("TransactionPayoutHeld");
  return held;
};
const decide = async ({ transactionId }: Placed, kind: "release" | "refund") => {
  const text = "select case_id from cases where transaction_id = $1 and kind = 'account-held'";
  const [row] = await rowsOf<{ readonly case_id: CaseId }>(text, [transactionId]);
  const by = () => ({
    commandId: newId<"CommandId">(),
    caseId: row?.case_id ?? newId<"CaseId">(),
    by: newId<"AccountId">(),
  });
  const proposing = { ...by(), proposed: { kind }, evidence: "her papers are in order" };
  expect((await running.request(ProposeVerdict, proposing)).kind).toBe("replied");
  const approving = { ...by(), proposalId: proposing.commandId, reason: "the same" };
  expect((await running.request(ApproveVerdict, approving)).kind).toBe("replied");
};

describe("a number to which strangers sell more than its month allows", () => {
  it("has its month for its owner, and nothing held that she pays, while their sats are held", async () => {
    const [number, accountId] = [newNumber(), await owner()];
    const hers = await place(running, { number, accountId, amountXof: "1000000" });
    await sellTo(number, 12);

    await complete(running, hers);
    expect(await ask({ number, accountId, amountXof: "801001" })).toBe("limit-exceeded");
    expect(await ask({ number, accountId, amountXof: "801000" })).toBe("replied");
  });

  it("has counted what two of the staff release, once, and nothing of what they give back", async () => {
    const [number, accountId] = [newNumber(), await owner()];
    const [released, refunded] = await sellTo(number, 3);
    if (released === undefined || refunded === undefined) throw new Error("Nothing is held");
    await decide(released, "release");
    await decide(refunded, "refund");
    expect((await typesOf(released)).at(-1)).toBe("TransactionPaid");
    expect(await ask({ number, accountId, amountXof: "1602001" })).toBe("limit-exceeded");
    expect(await ask({ number, accountId, amountXof: "801000" })).toBe("replied");

    await said.settled(running, released);
    await reached(running, released, "COMPLETED");
    expect(await ask({ number, accountId, amountXof: "801001" })).toBe("limit-exceeded");
    const text = `select reserved_xof, used_xof from person_months where subject = (
      select subject from order_persons where transaction_id = $1)`;
    expect(await rowsOf(text, [released.transactionId])).toEqual([
      { reserved_xof: 199_000n, used_xof: 199_000n },
    ]);
  });
});
