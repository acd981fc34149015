import { instant, sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { ProviderAnswer } from "../../http/provider-http.ts";
import {
  address,
  answers,
  emptyAnswers,
  invoice,
  paymentHash,
  rawTransaction,
  txid,
} from "./samples.ts";
import {
  PreparedPayload,
  prepareInvoice,
  readBuilt,
  readIssuedInvoice,
  readSendStatus,
  readSent,
} from "./translate.ts";

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

type Example = readonly [what: string, answer: ProviderAnswer];

describe("an invoice that the receiver's server issued", () => {
  it("is prepared under its payment hash", () => {
    const preparation = readIssuedInvoice(answers.issued, amountSats, now);
    expect(preparation).toMatchObject({ kind: "accepted", value: { naturalKey } });
    if (preparation.kind !== "accepted") throw new Error("not prepared");
    const payload = PreparedPayload.parse(JSON.parse(preparation.value.payload));
    expect(payload).toEqual({ rail: "lightning", invoice });
  });

  it("is never paid for another amount than the one asked for", () => {
    expect(readIssuedInvoice(answers.issued, sats(12_346n), now)).toEqual(unusable);
    expect(readIssuedInvoice(answers.issued, sats(12_344n), now)).toEqual(unusable);
  });

  it("is not paid once it has expired, or when it is none", () => {
    const late = instant("2026-11-21T08:41:45.000000Z");
    const early = instant("2026-11-21T08:41:44.999999Z");
    expect(prepareInvoice(invoice, amountSats, early).kind).toBe("accepted");
    expect(prepareInvoice(invoice, amountSats, late)).toEqual(unusable);
    expect(readIssuedInvoice(answers.issuedNonsense, amountSats, now)).toEqual(unusable);
    expect(readIssuedInvoice(answers.unusable, amountSats, now)).toEqual(unusable);
  });

  it.each(emptyAnswers)("is unknown after %s", (_what, answer) => {
    expect(readIssuedInvoice(answer, amountSats, now).kind).toBe("unknown");
  });
});

describe("a transaction that the wallet signed", () => {
  const expected = { address, amountSats: sats(5_000n) };

  it("is prepared under its own id, with the fee inside", () => {
    const preparation = readBuilt(answers.built, expected);
    expect(preparation).toMatchObject({ value: { naturalKey: `chain:${txid}` } });
    if (preparation.kind !== "accepted") throw new Error("not prepared");
    const payload = PreparedPayload.parse(JSON.parse(preparation.value.payload));
    expect(payload).toEqual({ rail: "chain", rawTransaction, feeSats: 250n });
  });

  it("is not taken when it pays somebody else or another amount", () => {
    const elsewhere = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
    const unknown = { kind: "unknown", cause: "unexpected-answer" };
    expect(readBuilt(answers.built, { ...expected, address: elsewhere })).toEqual(unknown);
    expect(readBuilt(answers.built, { ...expected, amountSats: sats(4_999n) })).toEqual(unknown);
  });

  it("is refused where the address cannot be paid", () => {
    expect(readBuilt(answers.unusable, expected)).toEqual(unusable);
  });

  it.each(emptyAnswers)("is unknown after %s", (_what, answer) => {
    expect(readBuilt(answer, expected).kind).toBe("unknown");
  });
});

describe("the answer to a send", () => {
  it.each([
    ["in flight", answers.inFlight, { kind: "in-flight" }],
    ["settled", answers.settled, settled],
    ["in flight since before", answers.alreadyInFlight, { kind: "in-flight" }],
    ["settled before", answers.alreadySettled, settled],
  ])("is a yes: %s", (_what, answer, value) => {
    expect(readSent(answer, naturalKey)).toEqual({ kind: "accepted", value });
  });

  it.each([
    ["no-route", answers.noRoute],
    ["destination-unusable", answers.invoiceExpired],
    ["destination-unusable", answers.unusable],
  ])("is a definite no: %s", (reason, answer) => {
    expect(readSent(answer, naturalKey)).toEqual({ kind: "rejected", reason });
  });

  it.each<Example>([
    ["a failure nobody documented", answers.failedForSomethingNew],
    ["a word nobody documented", answers.somethingNew],
    ["the status of another send", answers.ofAnotherHash],
    ["not found", answers.notFound],
    ...emptyAnswers,
  ])("is unknown after %s", (_what, answer) => {
    expect(readSent(answer, naturalKey).kind).toBe("unknown");
  });
});

describe("the status of a send", () => {
  it.each([
    [answers.inFlight, { kind: "in-flight" }],
    [answers.settled, settled],
    [answers.noRoute, { kind: "failed", reason: "no-route" }],
    [answers.notFound, { kind: "not-found" }],
  ])("is what the node says: %#", (answer, status) => {
    expect(readSendStatus(answer, naturalKey)).toEqual(status);
  });

  it.each<Example>([
    ["a failure nobody documented", answers.failedForSomethingNew],
    ["settled without a fee", answers.settledWithoutFee],
    ["the status of another send", answers.ofAnotherHash],
    ["a refusal", answers.unusable],
    ...emptyAnswers,
  ])("is unknown after %s", (_what, answer) => {
    expect(readSendStatus(answer, naturalKey).kind).toBe("unknown");
  });
});
