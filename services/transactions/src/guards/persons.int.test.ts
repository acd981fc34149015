import {
  AccountErased,
  AccountIdentityProven,
  CreateTransaction,
  ListSalesToNumber,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { complete, order, type Placed, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const env = {
  NUMBER_LIMITS: "on",
  OPEN_TRANSACTIONS_MAX: "4",
  FAILED_PAYOUTS_MAX_OF_NUMBER: "1",
  UNANSWERED_PROMPTS_MAX: "100",
};
const running = await startTransactions({ env });
const { rowsOf } = running;
afterAll(() => running.stop());

let numbers = 100;
const newNumber = () => `+22901970${(numbers += 1)}00`;
const person = () => newId<"AccountId">() as AccountId;
const ask = async (changes: Parameters<typeof order>[0]) => {
  const result = await running.request(CreateTransaction, order(changes));
  return result.kind === "refused" ? result.refusal.code : result.kind;
};
const erase = async (accountId: AccountId) => {
  const erasedAt = running.clock.now();
  await running.identity.publish(AccountErased, accountId, { accountId, erasedAt });
  await eventually("she is erased", async () => {
    const text = "select 1 from person_keys where account_id = $1";
    return (await rowsOf(text, [accountId])).length === 0;
  });
};
/** Her documents are approved, which is told twice. */
const prove = async (accountId: AccountId, documentHmac: string) => {
  const provenAt = running.clock.now();
  for (const _twice of [1, 2]) {
    const fact = { accountId, documentHmac, provenAt };
    await running.identity.publish(AccountIdentityProven, accountId, fact);
  }
  await eventually("it is known", async () => {
    const text = "select 1 from account_documents where account_id = $1 and document = $2";
    return (await rowsOf(text, [accountId, documentHmac])).length === 1;
  });
};

describe("a mobile-money number", () => {
  it("has one month, whatever account it orders with, and behind an erasure", async () => {
    const number = newNumber();
    const first = await place(running, { number, amountXof: "150000" });
    await complete(running, first);
    await erase(first.accountId);
    expect(await ask({ accountId: person(), number, amountXof: "50001" })).toBe("limit-exceeded");
    expect(await ask({ accountId: person(), number, amountXof: "50000" })).toBe("replied");
    // However it is written: the old eight digits are the same phone.
    const old = number.replace("+22901", "229");
    expect(await ask({ accountId: person(), number: old, amountXof: "50001" })).toBe(
      "limit-exceeded",
    );
    expect(await ask({ number: newNumber(), amountXof: "200000" })).toBe("replied");
  });

  it("is used up by nothing that strangers order and do not pay, sales and purchases alike", async () => {
    const number = newNumber();
    const naming = { number, transactionType: "SELL_BITCOIN" } as const;
    for (const changes of [naming, naming, { number }]) {
      const accountId = person();
      expect(await ask({ ...changes, accountId, amountXof: "190000" })).toBe("replied");
    }
    const asked = Array.from({ length: 3 }, () => ask({ ...naming, accountId: person() }));
    expect(await Promise.all(asked)).toEqual(["replied", "replied", "replied"]);
    const hers = await place(running, { number, amountXof: "200000" });
    await complete(running, hers);
    expect(await ask({ ...naming, amountXof: "100" })).toBe("limit-exceeded");
  });

  it("counts what an account has open with it, beside what other accounts paid", async () => {
    const number = newNumber();
    await complete(running, await place(running, { number, amountXof: "150000" }));
    const accountId = person();
    expect(await ask({ accountId, number, amountXof: "30000" })).toBe("replied");
    expect(await ask({ accountId, number, amountXof: "20001" })).toBe("limit-exceeded");
    expect(await ask({ accountId, number, amountXof: "20000" })).toBe("replied");
  });

  it("has what is paid beyond its month held, however many ordered before anybody paid", async () => {
    const number = newNumber();
    const ordered = await Promise.all(
      [1, 2, 3].map(() => place(running, { number, amountXof: "150000" })),
    );
    await Promise.all(
      ordered.flatMap((one) => [1, 2].map(() => said.completed(running, one, "150000"))),
    );
    for (const one of ordered) await reached(running, one, "PROCESSING");
    const happened = await rowsOf<{ type: string; cause: string | null }>(
      `select event_type as type, data::json->>'cause' as cause from events
       where stream_id = any($1) and event_type <> 'TransactionCreated' order by type`,
      [ordered.map(({ transactionId }) => transactionId)],
    );
    const held = { type: "TransactionPayoutHeld", cause: "number-limit" };
    expect(happened).toEqual([{ type: "TransactionPaid", cause: null }, held, held]);
    const cases = "select kind from cases where transaction_id = any($1)";
    expect(await rowsOf(cases, [ordered.map(({ transactionId }) => transactionId)])).toEqual([
      { kind: "account-held" },
      { kind: "account-held" },
    ]);
  });

  it("has the sales of a day that went to it, whoever sold, and none that nobody paid for", async () => {
    const number = newNumber();
    const naming = { number, transactionType: "SELL_BITCOIN", amountXof: "1000" } as const;
    const sellTo = async () => {
      const sale = await place(running, naming);
      const [sats = ""] = sale.answer.transaction.amount_sats.split(" ");
      await said.soldFor(running, sale, sats);
      await reached(running, sale, "PROCESSING");
      return sale;
    };
    const others = async (of: Placed) => {
      const asked = { transactionId: of.transactionId };
      const reply = await running.request(ListSalesToNumber, asked);
      return reply.kind === "replied" ? reply.data.payoutIds : reply;
    };
    const first = await sellTo();
    await place(running, naming);
    await complete(running, await place(running, { number, amountXof: "1000" }));
    expect(await others(first)).toEqual([]);
    const second = await sellTo();
    const payoutOf = async ({ transactionId }: Placed) => {
      const text = "select payout_id from transaction_monitoring where transaction_id = $1";
      const [row] = await rowsOf<{ readonly payout_id: string }>(text, [transactionId]);
      return row?.payout_id;
    };
    expect(await others(second)).toEqual([await payoutOf(first)]);
    await said.settled(running, first);
    await reached(running, first, "COMPLETED");
    const third = await sellTo();
    expect(await others(third)).toEqual([await payoutOf(second), await payoutOf(first)]);
    await rowsOf(
      "update order_persons set ended_at = ended_at - interval '1 day' where transaction_id = $1",
      [first.transactionId],
    );
    expect(await others(third)).toEqual([await payoutOf(second)]);
  });

  describe("that pays on a provider's page for orders of other numbers", () => {
    it("has its own month used up, and theirs stays", async () => {
      const [payer, named] = [newNumber(), newNumber()];
      const first = await place(running, { number: named, amountXof: "150000" });
      await said.completedBy(running, first, payer);
      await reached(running, first, "PROCESSING");
      expect(await ask({ number: payer, amountXof: "50001" })).toBe("limit-exceeded");
      expect(await ask({ number: named, amountXof: "200000" })).toBe("replied");

      await said.settled(running, first);
      await reached(running, first, "COMPLETED");
      expect(await ask({ number: payer, amountXof: "50001" })).toBe("limit-exceeded");
      expect(await ask({ number: payer, amountXof: "50000" })).toBe("replied");
    });

    it("has held what it pays beyond its month, whichever numbers were ordered for", async () => {
      const payer = newNumber();
      const paid = await place(running, { number: newNumber(), amountXof: "150000" });
      const beyond = await place(running, { number: newNumber(), amountXof: "50001" });
      await said.completedBy(running, paid, payer);
      await reached(running, paid, "PROCESSING");
      for (const _twice of [1, 2]) await said.completedBy(running, beyond, payer);
      await reached(running, beyond, "PROCESSING");
      const text = `select data::json->>'cause' as cause from events
        where stream_id = $1 and event_type = 'TransactionPayoutHeld'`;
      expect(await rowsOf(text, [beyond.transactionId])).toEqual([{ cause: "number-limit" }]);
      // Held money counts for its month too.
      expect(await ask({ number: payer, amountXof: "100" })).toBe("limit-exceeded");
    });

    it("is known to have paid, and the other one is not", async () => {
      const [payer, named] = [newNumber(), newNumber()];
      const hers = await place(running, { number: named, amountXof: "10000" });
      await said.completedBy(running, hers, payer);
      await reached(running, hers, "PROCESSING");
      const text = `select has_paid_with($1, substr(subject, 8)) as has from order_persons
        where transaction_id = $2`;
      const other = await place(running, { number: named, amountXof: "10000" });
      const known = (of: Placed) => rowsOf(text, [hers.accountId, of.transactionId]);
      expect(await known(hers)).toEqual([{ has: true }]);
      expect(await known(other)).toEqual([{ has: false }]);
    });
  });

  describe("that a stranger sells to, whose payout does not reach it and whose sats have nowhere to go back to", () => {
    /** All of the month; her sats stay with us for as long as she gives no invoice. */
    const stranded = async (number: string) => {
      const naming = { number, transactionType: "SELL_BITCOIN", receiver: "" } as const;
      const sale = await place(running, { ...naming, amountXof: "200000" });
      const [sats = ""] = sale.answer.transaction.amount_sats.split(" ");
      await said.soldFor(running, sale, sats);
      await reached(running, sale, "PROCESSING");
      return sale;
    };
    const strand = async (sale: Placed) => {
      await said.payoutFailed(running, sale, "no-route");
      await eventually("her sats are owed", async () => {
        const text = "select from open_refunds where transaction_id = $1 and is_of_payout";
        return (await rowsOf(text, [sale.transactionId])).length === 1;
      });
    };

    it("has its month for who orders with it", async () => {
      const number = newNumber();
      const sale = await stranded(number);
      expect(await ask({ number, amountXof: "100" })).toBe("limit-exceeded");
      await strand(sale);
      expect(await ask({ number, amountXof: "200001" })).toBe("limit-exceeded");
      expect(await ask({ number, amountXof: "200000" })).toBe("replied");
    });

    it("has nothing held that its owner pays", async () => {
      const number = newNumber();
      const hers = await place(running, { number, amountXof: "150000" });
      await strand(await stranded(number));
      await complete(running, hers);
      expect(await ask({ number, amountXof: "50001" })).toBe("limit-exceeded");
      expect(await ask({ number, amountXof: "50000" })).toBe("replied");
    });

    it("has it counted all the same once the payout arrived after all", async () => {
      const number = newNumber();
      const sale = await stranded(number);
      await strand(sale);
      await said.settled(running, sale);
      await reached(running, sale, "COMPLETED");
      expect(await ask({ number, amountXof: "100" })).toBe("limit-exceeded");
    });
  });

  it("gets its part back from an order that was paid and failed, once", async () => {
    const number = newNumber();
    const failed = await place(running, { number, amountXof: "200000" });
    await said.completed(running, failed, "200000");
    await reached(running, failed, "PROCESSING");
    expect(await ask({ number, amountXof: "100" })).toBe("limit-exceeded");
    for (const _twice of [1, 2]) await said.takenBack(running, failed, "200000");
    // Said by another service, the failed payout could come first: then the order waits for its refund.
    const reversals = `select 1 from events where stream_id = $1
      and event_type = 'TransactionPaymentReversed'`;
    await eventually("the reversal is known", async () => {
      return (await rowsOf(reversals, [failed.transactionId])).length > 0;
    });
    for (const _twice of [1, 2]) await said.payoutFailed(running, failed, "no-route");
    await reached(running, failed, "FAILED");
    const left = "select reserved_xof, used_xof from person_months where subject = $1";
    const [{ subject } = { subject: "" }] = await rowsOf<{ subject: string }>(
      "select subject from order_persons where transaction_id = $1",
      [failed.transactionId],
    );
    expect(await rowsOf(left, [subject])).toEqual([{ reserved_xof: 0n, used_xof: 0n }]);
    expect(subject).not.toContain(number.slice(-8));
  });

  it("does not keep what a service ended that knows no numbers", async () => {
    const number = newNumber();
    const placed = await place(running, { number, amountXof: "150000" });
    await complete(running, placed);
    const { transactionId } = placed;
    await rowsOf("update order_persons set ended_at = null where transaction_id = $1", [
      transactionId,
    ]);
    const months = `person_months where subject = (
      select subject from order_persons where transaction_id = $1)`;
    const swap = "set reserved_xof = used_xof, used_xof = 0";
    await rowsOf(`update ${months.replace("where", `${swap} where`)}`, [transactionId]);
    expect(await ask({ number, amountXof: "100" })).toBe("replied");
    const left = `select reserved_xof, used_xof from ${months}`;
    expect(await rowsOf(left, [transactionId])).toEqual([{ reserved_xof: 0n, used_xof: 150_000n }]);
  });

  it("counts what a service was told is paid that knows no numbers", async () => {
    const number = newNumber();
    const placed = await place(running, { number, amountXof: "150000" });
    await said.completed(running, placed, "150000");
    await reached(running, placed, "PROCESSING");
    const { transactionId } = placed;
    await rowsOf("update order_persons set is_counted = false where transaction_id = $1", [
      transactionId,
    ]);
    await rowsOf(
      `delete from person_months where subject = (
        select subject from order_persons where transaction_id = $1)`,
      [transactionId],
    );
    expect(await ask({ number, amountXof: "50001" })).toBe("limit-exceeded");
    expect(await ask({ number, amountXof: "50000" })).toBe("replied");
  });

  describe("of which an order ends while somebody orders with it", () => {
    const sql = (text: string, ...values: unknown[]) => CompiledQuery.raw(text, values);
    /** An order for which another amount came: it is in process, and its number does not count it. */
    const heldOrder = async (subject: string) => {
      const transactionId = newId<string>();
      await rowsOf(
        `insert into order_persons (transaction_id, subject, month, amount_xof, is_counted, limit_xof)
         values ($1, $2, '2026-11', 10000, false, 100000)`,
        [transactionId, subject],
      );
      return transactionId;
    };
    const monthOf = (subject: string) =>
      rowsOf("select reserved_xof, used_xof from person_months where subject = $1", [subject]);
    const aWaiter = () =>
      eventually("somebody waits", async () => {
        const text =
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        return (await rowsOf(text)).length > 0;
      });
    const end = (transactionId: string, isSpent: boolean) =>
      running.database.query(sql("select end_for_person($1, $2)", transactionId, isSpent));

    it.each([
      [false, { reserved_xof: 0n, used_xof: 0n }],
      [true, { reserved_xof: 0n, used_xof: 10_000n }],
    ])("gets back what that counts of it (spent: %s)", async (isSpent, month) => {
      const subject = `number ${newNumber()}`;
      const held = await heldOrder(subject);
      const { ended } = await running.database.transaction(async (session) => {
        // What whoever orders with a number does first.
        await session.query(sql("select count_paid_for_person($1)", held));
        const ended = end(held, isSpent);
        await aWaiter();
        return { ended };
      });
      await ended;
      expect(await monthOf(subject)).toEqual([month]);
      await end(held, isSpent);
      await running.database.query(sql("select count_paid_for_person($1)", held));
      expect(await monthOf(subject)).toEqual([month]);
    });

    it("keeps nobody waiting for who waits for the month", async () => {
      const subject = `number ${newNumber()}`;
      const [first, second] = [await heldOrder(subject), await heldOrder(subject)];
      await rowsOf("select hold_person_month($1, '2026-11')", [subject]);
      const { ended } = await running.database.transaction(async (session) => {
        await session.query(sql("set local lock_timeout = '300ms'"));
        await session.query(sql("select count_paid_for_person($1)", first));
        const ended = end(second, false);
        await aWaiter();
        await session.query(sql("select count_paid_for_person($1)", second));
        return { ended };
      });
      await ended;
      expect(await monthOf(subject)).toEqual([{ reserved_xof: 10_000n, used_xof: 0n }]);
    });

    it("keeps who is paid from waiting for who orders", async () => {
      const subject = `number ${newNumber()}`;
      const held = await heldOrder(subject);
      const { counted } = await running.database.transaction(async (session) => {
        await session.query(sql("set local lock_timeout = '300ms'"));
        // As the commit of its payment does, before it counts it.
        await session.query(sql("select refuse_payout_beyond_month($1)", held));
        const counted = running.database.query(sql("select count_paid_for_person($1)", held));
        await aWaiter();
        await session.query(sql("select count_paid_for_person($1)", held));
        return { counted };
      });
      await counted;
      expect(await monthOf(subject)).toEqual([{ reserved_xof: 10_000n, used_xof: 0n }]);
    });
  });

  it("is known by its failures also behind an erasure", async () => {
    const number = newNumber();
    const placed = await place(running, { number });
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    await said.payoutFailed(running, placed, "no-route");
    await eventually("it counts", async () => {
      const text = "select 1 from failed_payouts where transaction_id = $1";
      return (await rowsOf(text, [placed.transactionId])).length === 1;
    });
    await erase(placed.accountId);
    expect(await ask({ accountId: person(), number })).toBe("too-many-failures");
  });
});

describe("an identity document", () => {
  it("has one month and so many open orders, over all accounts that it proves", async () => {
    const document = "d".repeat(43);
    const [first, second, third] = [person(), person(), person()];
    await prove(first, document);
    await prove(second, document);
    const asked = (accountId: AccountId, amountXof: string) =>
      ask({ accountId, number: newNumber(), amountXof });
    expect(await asked(first, "150000")).toBe("replied");
    await erase(first);
    expect(await asked(second, "50001")).toBe("limit-exceeded");
    expect(await asked(second, "50000")).toBe("replied");
    expect(await asked(third, "200000")).toBe("replied");
  });

  it("of a person with two is locked in the order in which the end of an order locks them", async () => {
    const accountId = person();
    for (const letter of ["a", "b"]) await prove(accountId, letter.repeat(43));
    const asked = () => ask({ accountId, number: newNumber(), amountXof: "1000" });
    expect(await asked()).toBe("replied");
    const ordered = await running.database.transaction(async (session) => {
      const lock = (subject: string) =>
        session.query(
          CompiledQuery.raw("update person_months set changed_at = now() where subject = $1", [
            subject,
          ]),
        );
      await session.query(CompiledQuery.raw("set local lock_timeout = '300ms'", []));
      await lock(`document ${"b".repeat(43)}`);
      const order = asked();
      await eventually("the order waits for it", async () => {
        const text =
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        return (await rowsOf(text)).length > 0;
      });
      await lock(`document ${"a".repeat(43)}`);
      return { order };
    });
    expect(await ordered.order).toBe("replied");
  });
});
