import { CreateTransaction } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { deleteExpired } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { complete, order, type Placed, place, placedOf, reached, said } from "../orders.fixture.ts";
import { retentionRules } from "../retention.ts";
import { startTransactions } from "../transactions.fixture.ts";

const minute = 60_000;
let lastNumber = 0;
/** A number that nobody rang yet. */
const newNumber = () => {
  lastNumber += 1;
  return `+22901960${String(lastNumber).padStart(5, "0")}`;
};

const running = await startTransactions({ env: { UNANSWERED_PROMPTS_MAX: "3" } });
afterAll(() => running.stop());

describe("the phone behind a number", () => {
  const ring = async (
    number: string,
    accountId = newId<"AccountId">(),
  ): Promise<Placed | string> => {
    const asked = order({ number, accountId });
    const result = await running.request(CreateTransaction, asked);
    if (result.kind === "refused") return result.refusal.code;
    if (result.kind !== "replied") throw new Error(result.cause);
    return placedOf(asked.accountId, result.data.responseJson);
  };
  const rung = (number: string) => Promise.all([1, 2, 3].map(() => place(running, { number })));
  const coolingDown = "number-cooling-down";

  it("rings three times in an hour without an answer, however many people order at once", async () => {
    const number = newNumber();
    const results = await Promise.all(Array.from({ length: 24 }, () => ring(number)));

    expect(results.filter((each) => typeof each === "object")).toHaveLength(3);
    expect(results.filter((each) => each === coolingDown)).toHaveLength(21);
    // However it is written: the old eight digits are the same phone.
    expect(await ring(number.replace("+22901", "229"))).toBe(coolingDown);
    expect(typeof (await ring(newNumber()))).toBe("object");
  });

  it("takes nothing of a person's month for an order that is refused", async () => {
    const number = newNumber();
    await rung(number);
    const accountId = newId<"AccountId">();
    await running.request(CreateTransaction, order({ accountId, number }));

    expect(
      await running.rowsOf("select 1 from allowances where account_id = $1", [accountId]),
    ).toEqual([]);
  });

  it("rings again when a prompt was answered, with yes or with no", async () => {
    const number = newNumber();
    const [paid, declined] = await rung(number);
    if (paid === undefined || declined === undefined) throw new Error("Nothing was placed");
    await said.completed(running, paid);
    await reached(running, paid, "PROCESSING");
    await said.failed(running, declined);
    await reached(running, declined, "FAILED");

    const results = await Promise.all([1, 2, 3, 4].map(() => ring(number)));
    expect(results.filter((each) => each === coolingDown)).toHaveLength(2);
  });

  it("rings for no stranger once three prompts were declined in an hour, until its owner pays to have it over", async () => {
    const number = newNumber();
    const accountId = newId<"AccountId">();
    await complete(running, await place(running, { number, accountId }));
    const refuse = async (of?: typeof accountId) => {
      const placed = await place(running, { number, ...(of && { accountId: of }) });
      await said.failed(running, placed);
      await reached(running, placed, "FAILED");
      return placed;
    };
    const thief = newId<"AccountId">();
    const declined = [await refuse(thief), await refuse(thief), await refuse()];
    expect(await ring(number, thief)).toBe(coolingDown);
    expect(await ring(number)).toBe(coolingDown);

    // She may change her mind as often as she likes.
    for (const _again of [1, 2, 3, 4]) await refuse(accountId);
    expect(typeof (await ring(number, accountId))).toBe("object");

    await running.rowsOf(
      `update order_persons set ended_at = ended_at - interval '1 hour'
       where subject = (select subject from order_persons where transaction_id = $1)`,
      [declined[0]?.transactionId],
    );
    expect(typeof (await ring(number, thief))).toBe("object");
  });

  it("rings for who has paid with it, whatever strangers order, and no more often for her", async () => {
    const number = newNumber();
    const accountId = newId<"AccountId">();
    await complete(running, await place(running, { number, accountId }));
    // To send her money is not to pay with her number.
    const seller = newId<"AccountId">();
    const sale = { accountId: seller, transactionType: "SELL_BITCOIN", number } as const;
    const sold = await place(running, sale);
    await said.soldFor(running, sold, sold.answer.transaction.amount_sats.split(" ")[0] ?? "");
    await reached(running, sold, "PROCESSING");
    await rung(number);
    expect(await ring(number)).toBe(coolingDown);
    expect(await ring(number, seller)).toBe(coolingDown);

    const results = await Promise.all([1, 2, 3, 4].map(() => ring(number, accountId)));
    expect(results.filter((each) => typeof each === "object")).toHaveLength(3);
    expect(results.filter((each) => each === coolingDown)).toHaveLength(1);
    expect(await ring(number)).toBe(coolingDown);
  });

  it("rings again after an hour, of which the rest is forgotten then", async () => {
    const number = newNumber();
    const [first] = await rung(number);
    if (first === undefined) throw new Error("Nothing was placed");
    const same = "(select number from number_prompts where transaction_id = $1)";
    const [{ name } = { name: "" }] = await running.rowsOf<{ name: string }>(
      `select ${same} as name`,
      [first.transactionId],
    );
    expect(name).not.toContain(number.slice(-8));
    const older = (ms: number) =>
      running.rowsOf(
        "update number_prompts set prompted_at = prompted_at - make_interval(secs => $2) where number = $1",
        [name, ms / 1_000],
      );
    await older(59 * minute);
    expect(await ring(number)).toBe(coolingDown);
    await older(minute);
    expect(typeof (await ring(number))).toBe("object");

    const kept = { rateHistoryKeptMs: minute, quoteKeptMs: minute, idempotencyKeptMs: minute };
    for (const rule of retentionRules(kept)) await deleteExpired(running.database, rule);
    const rows = () => running.rowsOf("select 1 from number_prompts where number = $1", [name]);
    await eventually("only the last prompt is known", async () => (await rows()).length === 1);
  });

  it("is not counted on the sandbox, which rings none", async () => {
    const sandbox = await startTransactions();
    try {
      const number = newNumber();
      const orders = await Promise.all([1, 2, 3, 4, 5].map(() => place(sandbox, { number })));
      expect(orders).toHaveLength(5);
      expect(await sandbox.rowsOf("select 1 from number_prompts")).toEqual([]);
    } finally {
      await sandbox.stop();
    }
  });
});
