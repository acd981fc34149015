import { instant, sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { address, invoice, paymentHash, rawTransaction, responses, txid } from "./samples.ts";
import * as node from "./translate.ts";

const now = instant("2026-11-21T07:42:00.000000Z");
const amountSats = sats(12_345n);
const naturalKey = `lightning:${paymentHash}`;
const unusable = { kind: "rejected", reason: "destination-unusable" };
const settled = {
  kind: "settled",
  feeSats: 12n,
  settledAt: "2026-11-21T07:42:00.000000Z",
  proof: "927be1bf4b837bfb102daf29adf8c9d152d299e2ef064f14881ca75ef2ab4814",
};

describe("an invoice that the receiver's server issued", () => {
  it("is prepared under its payment hash", () => {
    const preparation = node.readIssuedInvoice(responses.issued, amountSats, now);
    expect(preparation).toMatchObject({ kind: "accepted", value: { naturalKey } });
    if (preparation.kind !== "accepted") throw new Error("not prepared");
    const payload = node.PreparedPayload.parse(JSON.parse(preparation.value.payload));
    expect(payload).toEqual({ rail: "lightning", invoice });
  });

  it("is never paid for another amount than the one asked for", () => {
    expect(node.readIssuedInvoice(responses.issued, sats(12_346n), now)).toEqual(unusable);
    expect(node.readIssuedInvoice(responses.issued, sats(12_344n), now)).toEqual(unusable);
  });

  it("is not paid once it has expired, or when it is none", () => {
    const late = instant("2026-11-21T08:41:45.000000Z");
    const early = instant("2026-11-21T08:41:44.999999Z");
    expect(node.prepareInvoice(invoice, amountSats, early).kind).toBe("accepted");
    expect(node.prepareInvoice(invoice, amountSats, late)).toEqual(unusable);
    expect(node.readIssuedInvoice(responses.issuedNonsense, amountSats, now)).toEqual(unusable);
    expect(node.readIssuedInvoice(responses.unusable, amountSats, now)).toEqual(unusable);
  });

  isUnknownAfter((response) => node.readIssuedInvoice(response, amountSats, now));
});

describe("a transaction that the wallet signed", () => {
  const expected = { address, amountSats: sats(5_000n) };

  it("is prepared under its own id, with the fee inside", () => {
    const preparation = node.readBuilt(responses.built, expected);
    expect(preparation).toMatchObject({ value: { naturalKey: `chain:${txid}` } });
    if (preparation.kind !== "accepted") throw new Error("not prepared");
    const payload = node.PreparedPayload.parse(JSON.parse(preparation.value.payload));
    expect(payload).toEqual({ rail: "chain", rawTransaction, feeSats: 250n });
  });

  it("is not taken when it pays somebody else or another amount", () => {
    const elsewhere = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
    const unknown = { kind: "unknown", cause: "unexpected-response" };
    expect(node.readBuilt(responses.built, { ...expected, address: elsewhere })).toEqual(unknown);
    expect(node.readBuilt(responses.built, { ...expected, amountSats: sats(4_999n) })).toEqual(
      unknown,
    );
  });

  it("is refused where the address cannot be paid", () => {
    expect(node.readBuilt(responses.unusable, expected)).toEqual(unusable);
  });

  isUnknownAfter((response) => node.readBuilt(response, expected));
});

describe("the answer to a send", () => {
  it.each([
    ["in flight", responses.inFlight, { kind: "in-flight" }],
    ["settled", responses.settled, settled],
    ["in flight since before", responses.alreadyInFlight, { kind: "in-flight" }],
    ["settled before", responses.alreadySettled, settled],
  ])("is a yes: %s", (_what, response, value) => {
    expect(node.readSent(response, naturalKey)).toEqual({ kind: "accepted", value });
  });

  it.each([
    ["no-route", responses.noRoute],
    ["destination-unusable", responses.invoiceExpired],
    ["destination-unusable", responses.unusable],
  ])("is a definite no: %s", (reason, response) => {
    expect(node.readSent(response, naturalKey)).toEqual({ kind: "rejected", reason });
  });

  isUnknownAfter(
    (response) => node.readSent(response, naturalKey),
    [
      ["a failure nobody documented", responses.failedForSomethingNew],
      ["a word nobody documented", responses.somethingNew],
      ["the status of another send", responses.ofAnotherHash],
      ["not found", responses.notFound],
      ["a refusal nobody documented", responses.invalidRequest],
    ],
  );
});

describe("the status of a send", () => {
  it.each([
    [responses.inFlight, { kind: "in-flight" }],
    [responses.settled, settled],
    [responses.noRoute, { kind: "failed", reason: "no-route" }],
    [responses.notFound, { kind: "not-found" }],
  ])("is what the node says: %#", (response, status) => {
    expect(node.readSendStatus(response, naturalKey)).toEqual(status);
  });

  isUnknownAfter(
    (response) => node.readSendStatus(response, naturalKey),
    [
      ["a failure nobody documented", responses.failedForSomethingNew],
      ["a failure that every object has", responses.failedByEveryObject],
      ["settled without a fee", responses.settledWithoutFee],
      ["the status of another send", responses.ofAnotherHash],
      ["a refusal", responses.unusable],
    ],
  );
});

describe("the liquidity of a node", () => {
  it("is what its channels could send, and what its wallet could spend", () => {
    expect(node.readLiquidity(responses.balances)).toEqual({
      kind: "liquidity",
      nodes: [{ account: "sandbox", outboundSats: 70_000n, confirmedSats: 0n }],
    });
  });

  it("is not known from half an answer", () => {
    expect(node.readLiquidity(responses.balancesWithoutCoins).kind).toBe("unknown");
  });

  isUnknownAfter(node.readLiquidity);
});

it("prepares nothing on chain while our wallet is empty, which is no fault of the address", () => {
  const expected = { address, amountSats: sats(5_000n) };
  expect(node.readBuilt(responses.noCoins, expected)).toEqual({
    kind: "rejected",
    reason: "insufficient-balance",
  });
});
