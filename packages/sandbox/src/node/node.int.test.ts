import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Sandbox } from "../create-sandbox.ts";
import { call, callInVain, startSandbox, until } from "../sandbox.fixture.ts";
import { paymentHashOf } from "./invoice.ts";
import { sendStatusOf } from "./send.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.close());

const Invoice = z.object({ invoice: z.string() });
const Built = z.object({ txid: z.string(), raw_transaction: z.string() });

async function invoiceFor(destination: string, amountSats = "8169") {
  const body = { destination, amount_sats: amountSats };
  const said = await call(`${sandbox.url}/v1/lightning/invoices`, { body });
  const { invoice } = Invoice.parse(said.body);
  return { invoice, hash: paymentHashOf(invoice) ?? "" };
}

const orderTo = (invoice: string) => ({ invoice, amount_sats: "8169", fee_limit_sats: "100" });

function pay(invoice: string, changes: object = {}) {
  const body = { ...orderTo(invoice), ...changes };
  return call(`${sandbox.url}/v1/lightning/payments`, { body });
}

function track(hash: string) {
  return call(`${sandbox.url}/v1/lightning/payments/${hash}`);
}

function statusNow(hash: string) {
  const send = sandbox.sends.find(hash);
  return send === undefined ? undefined : sendStatusOf(send);
}

describe("a receiver", () => {
  it("ok@ is paid at once, with proof and fee", async () => {
    const { invoice, hash } = await invoiceFor("ok@sandbox.sanu");
    const said = await pay(invoice);
    expect(said).toMatchObject({
      status: 200,
      body: { id: hash, status: "settled", fee_sats: "8" },
    });
    expect(await track(hash)).toEqual(said);
  });

  it("slow@ is paid after a while", async () => {
    const { invoice, hash } = await invoiceFor("slow@sandbox.sanu");
    expect(await pay(invoice)).toMatchObject({ status: 200, body: { status: "in_flight" } });
    await until("the send has settled", () => statusNow(hash) === "settled");
  });

  it("fail@ fails for good", async () => {
    const { invoice, hash } = await invoiceFor("fail@sandbox.sanu");
    const failed = { status: "failed", failure: "no_route", proof: null };
    expect(await pay(invoice)).toMatchObject({ status: 200, body: failed });
    expect(await track(hash)).toMatchObject({ status: 200, body: failed });
  });

  it("fail-once@ fails for good, and the next send to it settles", async () => {
    const [first, second] = [
      await invoiceFor("fail-once@sandbox.sanu"),
      await invoiceFor("fail-once@sandbox.sanu"),
    ];
    expect(await pay(first.invoice)).toMatchObject({ body: { status: "failed" } });
    expect(await pay(second.invoice)).toMatchObject({ body: { status: "settled" } });
    expect(await track(first.hash)).toMatchObject({ body: { status: "failed" } });
  });

  it.each([
    ["hang-ok@sandbox.sanu", "settled"],
    ["hang-fail@sandbox.sanu", "failed"],
  ] as const)("%s gets no answer and is later %s", async (destination, end) => {
    const { invoice, hash } = await invoiceFor(destination);
    await callInVain(sandbox, "/v1/lightning/payments", orderTo(invoice));
    await until(`the send is ${end}`, () => statusNow(hash) === end);
    expect(await track(hash)).toMatchObject({ status: 200, body: { status: end } });
  });

  it("notfound@ is lost for a while, also when sent again, and then paid once", async () => {
    const { invoice, hash } = await invoiceFor("notfound@sandbox.sanu");
    await expect(pay(invoice)).rejects.toThrow();
    expect(await track(hash)).toMatchObject({ status: 404 });
    await expect(pay(invoice)).rejects.toThrow();
    await until("the send has settled", () => statusNow(hash) === "settled");
    expect(await track(hash)).toMatchObject({ status: 200, body: { status: "settled" } });
    const settled = sandbox.journal.ofKind("send-settled").filter((one) => one.sendId === hash);
    expect(settled).toHaveLength(1);
  });

  it("of any other name is paid, because nothing is really sent", async () => {
    const { invoice } = await invoiceFor("awa@wallet.example");
    expect(await pay(invoice)).toMatchObject({ body: { status: "settled" } });
  });
});

describe("the node", () => {
  it("pays an invoice once, however often it is told to", async () => {
    const { invoice, hash } = await invoiceFor("awa@wallet.example");
    const responses = await Promise.all(Array.from({ length: 5 }, () => pay(invoice)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ]);
    const begun = sandbox.journal.ofKind("send-accepted").filter((one) => one.sendId === hash);
    expect(begun).toHaveLength(1);
  });

  it("keeps to the fee limit", async () => {
    const { invoice } = await invoiceFor("awa@wallet.example");
    expect(await pay(invoice, { fee_limit_sats: "7" })).toMatchObject({
      body: { status: "failed", failure: "no_route" },
    });
  });

  it("pays no other amount than the invoice names, and nothing that is no invoice", async () => {
    const { invoice } = await invoiceFor("awa@wallet.example");
    const unusable = { status: 422, body: { code: "unusable-destination" } };
    expect(await pay(invoice, { amount_sats: "8170" })).toEqual(unusable);
    expect(await pay("lnbcrt1nonsense")).toEqual(unusable);
  });

  it("pays an invoice that somebody else issued", async () => {
    const other = await startSandbox();
    const foreign = other.node.issueInvoice("awa@wallet.example", 8_169n);
    await other.close();
    expect(await pay(foreign.invoice)).toMatchObject({ body: { status: "settled" } });
  });

  it("does not know what it was never told to pay", async () => {
    expect(await track("00".repeat(32))).toMatchObject({ status: 404 });
  });
});

describe("the wallet", () => {
  it.each([
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    "1RustyRX2oai4EYYDpQGWvEL62BBGqN9T",
    "bc1pptdvg0d2nj99568qn6ssdy4cygnwuxgw2ukmnwgwz7jpqjz2kszse2s3lm",
  ])("signs first and broadcasts once: %s", async (address) => {
    const url = `${sandbox.url}/v1/chain`;
    const body = { address, amount_sats: "5000" };
    const { txid, raw_transaction: raw } = Built.parse(
      (await call(`${url}/transactions`, { body })).body,
    );
    expect(await call(`${url}/transactions/${txid}`)).toMatchObject({ status: 404 });
    const sent = { body: { raw_transaction: raw } };
    const settled = { id: txid, status: "settled", fee_sats: "250", proof: txid };
    expect(await call(`${url}/broadcasts`, sent)).toMatchObject({ status: 200, body: settled });
    expect(await call(`${url}/broadcasts`, sent)).toMatchObject({ status: 409, body: settled });
    expect(await call(`${url}/transactions/${txid}`)).toMatchObject({ body: settled });
  });

  it("cannot pay what is no address", async () => {
    const body = { address: "nowhere", amount_sats: "5000" };
    expect(await call(`${sandbox.url}/v1/chain/transactions`, { body })).toMatchObject({
      status: 422,
    });
  });
});
