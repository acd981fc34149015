import {
  AccountClosed,
  AccountErased,
  AccountErasureRequested,
  GetWallet,
  SaveNumbers,
  SaveReceivers,
  WalletChanged,
  walletLimits,
} from "@sanu/contracts";
import { type AccountId, instant, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { complete, place, reached, said } from "../orders.fixture.ts";
import { closeAccount } from "../personal-data/closed-account.ts";
import { isLockAwaited, startTransactions } from "../transactions.fixture.ts";

/** From BOLT 11: without an amount, and so payable by anybody for any. */
const invoice =
  "lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap2r09nt4ndd0unm3z9u5t48y6ucv4r5sg7lk98c77ctvjczkspk5qprc90gx";
const ofMainnet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ofTestnet = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

const nothing = {
  totals: {
    total_transactions: 0,
    bought_xof: "0 XOF",
    bought_sats: "0 SATS",
    sold_xof: "0 XOF",
    sold_sats: "0 SATS",
  },
  receivers: [],
  numbers: [],
};

interface Entry {
  readonly text: string;
  readonly label?: string;
  readonly isDefault?: boolean;
}

let accountId: AccountId;

const running = await startTransactions({ env: { BITCOIN_NETWORK: "mainnet" } });
beforeEach(() => {
  running.clock.set(instant("2026-11-21T10:00:00.000000Z"));
  accountId = newId<"AccountId">();
});
afterAll(() => running.stop());

const wallet = async (of = accountId) => {
  const result = await running.request(GetWallet, { accountId: of });
  if (result.kind !== "replied") throw new Error(JSON.stringify(result));
  return result.data.wallet;
};
const saveReceivers = (...entries: readonly Entry[]) =>
  running.request(SaveReceivers, {
    accountId,
    receivers: entries.map(({ text: receiver, label = null, isDefault = false }) => {
      return { receiver, label, isDefault };
    }),
  });
const saveNumbers = (...entries: readonly Entry[]) =>
  running.request(SaveNumbers, {
    accountId,
    numbers: entries.map(({ text: number, label = null, isDefault = false }) => {
      return { number, label, isDefault };
    }),
  });
const rows = () =>
  running.rowsOf<{ kind: string }>(
    "select * from wallet_entries where account_id = $1 order by kind, position",
    [accountId],
  );
const broken = (fields: object) => ({
  kind: "refused",
  refusal: { code: "validation-failed", fields },
});

describe("what a person saved", () => {
  it("is nothing at first", async () => {
    expect(await wallet()).toEqual(nothing);
  });

  it("is kept in canonical form and in her order, with labels and one default of each kind", async () => {
    const saved = await saveReceivers(
      { text: ` ${ofMainnet.toUpperCase()} `, label: "Savings" },
      { text: "lightning:Awa@Wallet.Example", isDefault: true },
    );
    const numbers = await saveNumbers({ text: "229 61 00 07 89", label: "MTN", isDefault: true });

    const receivers = [
      { label: "Savings", receiver_address: ofMainnet, is_default: false },
      { label: null, receiver_address: "awa@wallet.example", is_default: true },
    ];
    expect(saved).toEqual({ kind: "replied", data: { receivers } });
    const number = { label: "MTN", number: "+2290161000789", is_default: true };
    expect(numbers).toEqual({ kind: "replied", data: { numbers: [number] } });
    expect(await wallet()).toEqual({ ...nothing, receivers, numbers: [number] });
  });

  it("is replaced as a whole, and the other kind stays", async () => {
    await saveReceivers({ text: "one@wallet.example", isDefault: true });
    await saveNumbers({ text: "+2290161000789" });
    await saveReceivers({ text: "two@wallet.example" }, { text: "one@wallet.example" });

    expect(await wallet()).toMatchObject({
      receivers: [
        { receiver_address: "two@wallet.example", is_default: false },
        { receiver_address: "one@wallet.example", is_default: false },
      ],
      numbers: [{ number: "+2290161000789" }],
    });
    await saveReceivers();
    expect(await wallet()).toMatchObject({ receivers: [], numbers: [{}] });
  });

  it("is the same when it is saved twice", async () => {
    const receivers = [{ text: "a@wallet.example", isDefault: true }, { text: ofMainnet }];
    const first = [await saveReceivers(...receivers), await saveNumbers({ text: "+22890000001" })];
    const stored = await rows();
    const second = [await saveReceivers(...receivers), await saveNumbers({ text: "+22890000001" })];

    expect(second).toEqual(first);
    expect(await rows()).toEqual(stored);
    expect(stored.map(({ kind }) => kind)).toEqual(["number", "receiver", "receiver"]);
  });

  it("is one whole list when several are saved at the same moment", async () => {
    const lists = Array.from({ length: 8 }, (_none, list) =>
      Array.from({ length: 3 }, (_entry, place) => ({
        text: `l${list}p${place}@wallet.example`,
        isDefault: place === list % 3,
      })),
    );
    await Promise.all(lists.map((list) => saveReceivers(...list)));

    const kept = (await wallet()).receivers.map((each) => ({
      text: each.receiver_address,
      isDefault: each.is_default,
    }));
    expect(lists).toContainEqual(kept);
  });

  it("is seen by nobody else, and stays when somebody else saves", async () => {
    await saveReceivers({ text: "mine@wallet.example" });
    const before = await wallet();
    const mine = accountId;
    accountId = newId<"AccountId">();
    expect(await wallet()).toEqual(nothing);
    await saveReceivers();

    expect(await wallet(mine)).toEqual(before);
  });

  it("is in no event", async () => {
    await saveReceivers({ text: "eventless@wallet.example", label: "Eventless" });

    const text = "select from events where stream_id = $1 and events::text ilike '%eventless%'";
    expect(await running.rowsOf(text, [accountId])).toEqual([]);
  });
});

describe("the owner of a wallet", () => {
  const published = () =>
    running.rowsOf<{ list: string }>(
      `select data->>'list' as list from events
       where stream_id = $1 and public_type = $2 order by version`,
      [accountId, WalletChanged.type],
    );
  const [receivers, numbers] = [{ list: "receivers" }, { list: "numbers" }];

  it("is told of whatever her next orders could go to that they could not before", async () => {
    await saveReceivers({ text: "hers@wallet.example", label: "Mine", isDefault: true });
    await saveNumbers({ text: "+2290161000789" });
    expect(await published()).toEqual([receivers, numbers]);
    const thiefs = { text: "thief@wallet.example", label: "Mine" };
    await saveReceivers({ text: "hers@wallet.example", label: "Old", isDefault: true }, thiefs);
    await saveReceivers(
      { text: "hers@wallet.example", label: "Old" },
      { ...thiefs, isDefault: true },
    );
    expect(await published()).toEqual([receivers, numbers, receivers, receivers]);
  });

  it("is told nothing where a list is the same, or shorter", async () => {
    const [one, other] = [{ text: "a@wallet.example" }, { text: "b@wallet.example" }];
    await saveReceivers(one, other);
    await saveReceivers(other, one);
    await saveReceivers(one);
    await saveReceivers();
    expect(await published()).toEqual([receivers]);
  });

  it("is told five times a day, and every list is saved", async () => {
    for (const place of [1, 2, 3, 4, 5, 6, 7]) {
      await saveReceivers({ text: `p${place}@wallet.example` });
    }
    expect(await published()).toHaveLength(5);
    expect((await wallet()).receivers).toMatchObject([{ receiver_address: "p7@wallet.example" }]);
    running.clock.advanceMs(86_400_000);
    await saveReceivers({ text: "next-day@wallet.example" });
    expect(await published()).toHaveLength(6);
  });
});

describe("a list that breaks rules", () => {
  it("is refused with every broken field and its place, and nothing of it is saved", async () => {
    await saveReceivers({ text: "before@wallet.example" });
    const result = await saveReceivers(
      { text: "good@wallet.example", isDefault: true },
      { text: "nonsense" },
      { text: ofTestnet },
      { text: invoice },
      { text: "GOOD@wallet.example", isDefault: true },
    );

    expect(result).toMatchObject(
      broken({
        "receivers.1.receiver_address": ["invalid-receiver"],
        "receivers.2.receiver_address": ["wrong-network"],
        "receivers.3.receiver_address": ["single-use"],
        "receivers.4.receiver_address": ["listed-twice"],
        "receivers.4.is_default": ["second-default"],
      }),
    );
    expect((await wallet()).receivers).toMatchObject([
      { receiver_address: "before@wallet.example" },
    ]);
  });

  it("is refused for its numbers too", async () => {
    const result = await saveNumbers(
      { text: "+2290161000789", isDefault: true },
      { text: "12" },
      { text: "+33612345678" },
      { text: "0022961000789", isDefault: true },
      { text: " " },
    );

    expect(result).toMatchObject(
      broken({
        "numbers.1.number": ["invalid-phone-number"],
        "numbers.2.number": ["unsupported-country"],
        "numbers.3.number": ["listed-twice"],
        "numbers.3.is_default": ["second-default"],
        "numbers.4.number": ["required"],
      }),
    );
    expect(await rows()).toEqual([]);
  });

  it("may be as long as the limit and no longer", async () => {
    const list = (length: number) =>
      Array.from({ length }, (_none, place) => ({ text: `p${place}@wallet.example` }));
    const full = await saveReceivers(...list(walletLimits.entriesMax));

    expect(full.kind).toBe("replied");
    const longer = await saveReceivers(...list(walletLimits.entriesMax + 1));
    expect(longer.kind).not.toBe("replied");
    expect((await wallet()).receivers).toHaveLength(walletLimits.entriesMax);
  });
});

describe("the totals of a wallet", () => {
  it("add up what was completed, bought and sold, over all months, and nothing else", async () => {
    running.clock.set(instant("2026-10-31T10:00:00.000000Z"));
    await complete(running, await place(running, { accountId, amountXof: "1000" }));
    running.clock.set(instant("2026-11-21T10:00:00.000000Z"));
    const bought = await place(running, { accountId, amountXof: "2000" });
    await complete(running, bought);
    await place(running, { accountId, amountXof: "4000" });
    const sold = await place(running, {
      accountId,
      amountXof: "8000",
      transactionType: "SELL_BITCOIN",
    });
    const amountSats = sold.answer.transaction.amount_sats.replace(" SATS", "");
    await said.soldFor(running, sold, amountSats);
    await reached(running, sold, "PROCESSING");
    await said.settled(running, sold);
    await reached(running, sold, "COMPLETED");

    // 1 000 XOF and 2 000 XOF at 61 200 000 XOF for a bitcoin, each rounded down.
    expect((await wallet()).totals).toEqual({
      total_transactions: 3,
      bought_xof: "3000 XOF",
      bought_sats: `${1_633 + 3_267} SATS`,
      sold_xof: "8000 XOF",
      sold_sats: `${amountSats} SATS`,
    });
  });
});

describe("the wallet of an account that is closed", () => {
  const isClosed = async () => {
    const text = "select from events where stream_id = $1 and public_type = $2";
    return (await running.rowsOf(text, [accountId, AccountClosed.type])).length > 0;
  };

  it("takes nothing more, and is gone once the person is erased", async () => {
    await saveReceivers({ text: "gone@wallet.example", label: "Gone" });
    await saveNumbers({ text: "+2290161000789" });
    const request = { accountId, erasureId: newId<string>(), requestedAt: running.clock.now() };
    await running.identity.publish(AccountErasureRequested, accountId, request);
    await eventually("the account is closed", isClosed);
    const refused = { kind: "refused", refusal: { code: "account-deactivated" } };
    expect(await saveReceivers({ text: "late@wallet.example" })).toMatchObject(refused);
    expect(await saveNumbers()).toMatchObject(refused);
    expect(await rows()).toHaveLength(2);

    const erased = { accountId, erasedAt: running.clock.now() };
    await running.identity.publish(AccountErased, accountId, erased);
    await running.identity.publish(AccountErased, accountId, erased);
    await eventually("nothing is saved any more", async () => (await rows()).length === 0);
    expect(await saveReceivers({ text: "later@wallet.example" })).toMatchObject(refused);
    expect(await wallet()).toEqual(nothing);
  });

  it("is closed behind a saving that is under way, so that the erasure finds what was saved", async () => {
    const entry = JSON.stringify([{ text: "r@wallet.example", label: null, isDefault: false }]);
    const save = CompiledQuery.raw("select save_wallet($1, 'receiver', $2)", [accountId, entry]);
    const closing = await running.database.transaction(async (session) => {
      await session.query(save);
      const closed = running.database.query(closeAccount(accountId, running.clock.now()));
      await eventually("the closing waits", () => isLockAwaited(running));
      return { closed };
    });
    await closing.closed;

    expect(await rows()).toHaveLength(1);
    expect(await saveReceivers()).toMatchObject({ kind: "refused" });
  });
});
