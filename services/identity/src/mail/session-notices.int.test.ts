import {
  StandingOrderPlaced,
  TransactionRefundRequested,
  TransactionReviewRequested,
  UpdateMe,
  WalletChanged,
} from "@sanu/contracts";
import { type AccountId, type Instant, newId, plusMs } from "@sanu/kernel";
import { eventually, startFactSource } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { activated, allSent, person, useIdentity } from "../identity.fixture.ts";
import { mailLimits } from "./mail-limits.ts";
import { textOf } from "./mail-sink.fixture.ts";

const identity = await useIdentity();
const transactions = await startFactSource("transactions", identity.gateway);
afterAll(() => transactions.stop());

const owner = async () => {
  const who = person({ whatsapp: "+221771234567" });
  const accountId = await activated(identity, who);
  await allSent(identity);
  const mailed = () =>
    identity.sink.mails
      .filter(({ to }) => to === who.email)
      .map((mail) => textOf(mail))
      .slice(1);
  return { accountId, mailed };
};
const handledBy = async (reaction: string, count: number) => {
  const text = "select 1 from handled where reaction = $1";
  await eventually(`${count} facts are handled`, async () => {
    const rows = await identity.database.query(CompiledQuery.raw(text, [reaction]));
    return rows.length === count;
  });
  await allSent(identity);
};
let walletChanges = 0;
const changeWallet = async (accountId: AccountId, changedAt: Instant = identity.clock.now()) => {
  const fact = { accountId, list: "receivers", changedAt } as const;
  await transactions.publish(WalletChanged, accountId, fact);
  await handledBy("identity.when-wallet-changed", (walletChanges += 1));
};

describe("whoever holds a person's session and changes where her money goes", () => {
  it("has her told of another country or phone, and of nothing that stays", async () => {
    const { accountId, mailed } = await owner();
    const update = async (changes: object) => {
      await identity.request(UpdateMe, { accountId, ...changes });
      await allSent(identity);
    };
    await update({ country: "SN", whatsapp: "+221 77 123 45 67", name: "Awa Ndiaye" });
    expect(mailed()).toEqual([]);
    await update({ country: "BJ" });
    await update({ whatsapp: "+2290197000000" });
    await update({ country: "TG", whatsapp: null });
    const mails = mailed();
    expect(mails).toHaveLength(3);
    for (const mail of mails) {
      expect(mail).toContain("Le pays ou le numéro WhatsApp de votre compte");
      expect(mail).not.toContain("97000000");
    }
  });

  it("has her told of what is saved for her next orders, and of an order in advance", async () => {
    const { accountId, mailed } = await owner();
    await changeWallet(accountId);
    const orderId = newId<"StandingOrderId">();
    await transactions.publish(StandingOrderPlaced, orderId, {
      orderId,
      accountId,
      transactionType: "BUY_BITCOIN",
      amountXof: "10000",
      trigger: { kind: "schedule", every: "week", day: 1, time: "09:00" },
      until: null,
      ordersMax: null,
      placedAt: identity.clock.now(),
    });
    await handledBy("identity.when-standing-order-placed", 1);
    expect(mailed()).toEqual([
      expect.stringContaining("Une adresse de réception ou un numéro vient d'être enregistré"),
      expect.stringContaining("Un ordre programmé vient d'être créé dans votre compte"),
    ]);
  });

  it("has her told of an invoice for her sats, and not of a refund that goes where she said", async () => {
    const { accountId, mailed } = await owner();
    const transactionId = newId<"TransactionId">();
    const refund = {
      transactionId,
      paymentId: newId<"PaymentId">(),
      money: { currency: "SATS", amountSats: "16339" },
      reason: "payout-failed",
      receiptId: "receipt",
      requestedAt: identity.clock.now(),
    } as const;
    const receiverHmac = "h".repeat(43);
    const toAddress = {
      kind: "receiver",
      receiverKind: "lightning-address",
      receiverHmac,
    } as const;
    for (const said of [
      { destination: toAddress },
      { destination: { kind: "invoice", receiverHmac }, accountId } as const,
    ]) {
      const fact = { ...refund, ...said, refundId: newId<"RefundId">() };
      await transactions.publish(TransactionRefundRequested, transactionId, fact);
    }
    await handledBy("identity.when-refund-invoice-provided", 2);
    expect(mailed()).toEqual([
      expect.stringContaining("Une facture Lightning vient d'être donnée"),
    ]);
  });

  it("fills no mailbox with it: she is told five times a day", async () => {
    const { accountId, mailed } = await owner();
    const countries = ["BJ", "TG", "ML", "CI", "BF", "NE", "SN"] as const;
    for (const country of countries) await identity.request(UpdateMe, { accountId, country });
    await changeWallet(accountId);
    expect(mailed()).toHaveLength(mailLimits.limitedNoticesPerDay + 1);
    identity.clock.advanceMs(mailLimits.noticeLifeMs);
    await identity.request(UpdateMe, { accountId, country: "BJ" });
    await allSent(identity);
    expect(mailed()).toHaveLength(mailLimits.limitedNoticesPerDay + 2);
  });

  it("is no news once it is a day old, nor of an account that nobody has any more", async () => {
    const { accountId, mailed } = await owner();
    await changeWallet(accountId, plusMs(identity.clock.now(), -mailLimits.noticeLifeMs - 1));
    await changeWallet(newId());
    expect(mailed()).toEqual([]);
  });
});

describe("a seller whose sats must go back and have nowhere to go", () => {
  it("is asked by mail for an invoice, in her account alone; of another review she hears nothing", async () => {
    const { accountId, mailed } = await owner();
    const transactionId = newId<"TransactionId">();
    const requestedAt = identity.clock.now();
    for (const said of [
      { reason: "refund-failed" },
      { reason: "return-address-needed", accountId },
    ] as const) {
      const fact = { transactionId, ...said, requestedAt };
      await transactions.publish(TransactionReviewRequested, transactionId, fact);
    }
    await handledBy("identity.when-refund-invoice-needed", 2);
    const mails = mailed();
    expect(mails).toEqual([expect.stringContaining("nous ne savons pas où les envoyer")]);
    expect(mails[0]).toContain("Donnez une facture Lightning");
    expect(mails[0]).not.toContain("http");
  });

  it("is asked however late it becomes known, because nobody sends them before she answers", async () => {
    const { accountId, mailed } = await owner();
    const transactionId = newId<"TransactionId">();
    await transactions.publish(TransactionReviewRequested, transactionId, {
      transactionId,
      reason: "return-address-needed",
      accountId,
      requestedAt: plusMs(identity.clock.now(), -3 * mailLimits.noticeLifeMs),
    });
    await handledBy("identity.when-refund-invoice-needed", 3);
    expect(mailed()).toHaveLength(1);
  });
});
