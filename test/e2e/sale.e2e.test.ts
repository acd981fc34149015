import { eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createdOf, detailOf, numberEndingIn } from "./buy.ts";
import { refundReasons, reviewReasons } from "./logs.ts";
import { cancel, noWallet, payInvoice, reached, sell, sellAndPay, soldOf } from "./sell.ts";
import { isInReview } from "./staff.ts";
import { roomy, startSanu } from "./start-world.ts";
import { expectLateResponse, type Silence } from "./unknown-for-long.ts";

const settings = {
  ...roomy,
  // One sale reads its invoice in the answer.
  LINK_WAIT_MS: "30000",
  // A definite "no" is believed at once; how often a route is looked for is a test of payouts.
  SEND_ATTEMPTS_MAX: "1",
  DISBURSE_ATTEMPTS_MAX: "1",
};

/** The number that gets the XOF: any wallet takes them at once. */
const wallet = numberEndingIn("700");

/** A sale whose capture, payout or return is heard of an hour later. */
const silences: readonly (Silence & { readonly number: string })[] = [
  {
    what: "whether the satoshis were taken",
    service: "payments",
    call: "invoices.capture",
    question: "invoices.read",
    number: wallet,
    meanwhile: "PENDING",
    atLast: "COMPLETED",
  },
  {
    what: "whether the francs were paid out",
    service: "payouts",
    call: "disbursements.create",
    question: "disbursements.read",
    number: wallet,
    meanwhile: "PROCESSING",
    atLast: "COMPLETED",
  },
  {
    what: "whether the satoshis are back",
    service: "payouts",
    call: "lightning.pay",
    question: "lightning.track",
    number: noWallet,
    meanwhile: "PROCESSING",
    atLast: "FAILED",
  },
];

describe("a sale, from the order to its end, over HTTPS", () => {
  let world: World;
  let person: Person;

  beforeAll(async () => {
    world = await startSanu({ settings });
    person = await world.signUp();
  });
  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  const control = async (what: string, body: object): Promise<number> => {
    const response = await fetch(`${world.sandbox.url}/control/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.status;
  };
  const ends = (id: string, status: string) => reached(world, person, { id, status });

  it("shows an invoice of exactly the satoshis, takes them, and pays the francs out", async () => {
    const response = await sell(world, person);
    const created = createdOf(response);
    const { provider, invoice } = response.json<{ provider: string; invoice: string }>();
    expect([provider, invoice]).toEqual(["LIGHTNING", expect.stringMatching(/^ln/)]);
    expect(response.json()).toMatchObject({
      transaction: { type: "SELL_BITCOIN", amount: 10_000, amount_sats: "17007 SATS" },
    });
    const page = await world.api.call("GET", new URL(created.payment_url).pathname);
    expect(page.text).toContain(invoice);
    expect(page.text).toContain("<svg");

    expect(await payInvoice(world, invoice)).toBe(204);
    await ends(created.id, "COMPLETED");
    const detail = await detailOf(world, person, created.id);
    expect(detail.progress).toEqual({ payment_status: "COMPLETED", payout_status: "COMPLETED" });
    await world.settled();
    const paidOut = world.sandbox.journal.ofKind("disbursement-settled");
    expect(paidOut.map(({ amountXof }) => amountXof)).toEqual(["10000"]);
    const flashback = await world.api.call("GET", "/api/v1/transactions/flashback", {
      token: person.token,
    });
    expect(flashback.text).toContain('"total_sell":"17007 SATS"');
  });

  it("lets go of the satoshis where the francs could not be paid out: nothing was ever ours", async () => {
    const { id, invoice } = await soldOf(world, await sell(world, person));
    await control("float", { amount_xof: "0" });
    expect(await payInvoice(world, invoice)).toBe(204);
    await ends(id, "FAILED");
    await control("float", { amount_xof: "1000000000" });
    await world.settled();
    expect(await refundReasons(world, id)).toEqual([]);
    // Who looked at the float meanwhile tells of it, and sales are refused until the next look.
    await eventually("it is known to be filled", async () => {
      const text = "select from floats where rail = 'disbursement' and available > 0";
      return (await world.databases.transactions.query(CompiledQuery.raw(text))).length > 0;
    });
  });

  it("refunds the satoshis to the seller's address when the wallet cannot take the francs", async () => {
    const id = await sellAndPay(world, person, { number: noWallet });
    await ends(id, "FAILED");
    await world.settled();
    expect(await refundReasons(world, id)).toEqual(["payout-failed"]);
    expect(await reviewReasons(world, id)).toEqual([]);
  });

  it.each([
    ["she named no place", noWallet],
    ["her address does not take them", "fail@sandbox.sanu"],
  ])(
    "asks the seller for an invoice where %s, and refunds the satoshis to it",
    async (_why, receiver) => {
      const asking = "Une facture est nécessaire pour vous rendre vos satoshis";
      const asked = () =>
        world.mail.mails(person.email).filter(({ subject }) => subject === asking).length;
      const askedBefore = asked();
      const id = await sellAndPay(world, person, { number: noWallet, receiver });
      await eventually("the seller is asked", async () => {
        return (await reviewReasons(world, id)).includes("return-address-needed");
      });
      await eventually("a mail asks her", () => asked() > askedBefore);
      const submit = (amountSats: bigint) => {
        const { invoice } = world.sandbox.node.issueInvoice("ok@sandbox.sanu", amountSats);
        return world.api.call("POST", `/api/v1/transactions/${id}/return-invoice`, {
          token: person.token,
          body: { invoice },
        });
      };
      const refused = await submit(17_007n);
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("16837 satoshis");
      expect((await submit(16_837n)).status).toBe(200);
      await ends(id, "FAILED");
      await world.settled();
      expect(new Set(await refundReasons(world, id))).toEqual(new Set(["payout-failed"]));
      expect(await isInReview(world, id)).toBe(false);
    },
  );

  it.each(silences)(
    "$what stays unknown for an hour: the staff sees it, and it ends $atLast",
    (silence) =>
      expectLateResponse(world, silence, {
        order: () => sellAndPay(world, person, { number: silence.number }),
        statusOf: async (id) => (await detailOf(world, person, id)).status,
      }),
  );

  it("ends where the seller cancels before she pays, and its invoice takes nothing any more", async () => {
    const { id, invoice } = await soldOf(world, await sell(world, person));
    expect((await cancel(world, person, id)).status).toBe(200);
    expect((await cancel(world, person, id)).status).toBe(200);
    await ends(id, "FAILED");
    expect(await payInvoice(world, invoice)).toBe(409);
  });
});
