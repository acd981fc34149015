import { paymentsVerdictFacts } from "@sanu/contracts";
import { type CaseId, fold, newId, sats, xof } from "@sanu/kernel";
import { historyOf } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { ConcludeInvoice, InvoiceCommand } from "./commands.ts";
import { invoice } from "./decide.ts";
import { at, capture, close, goodHold, order } from "./invoice.fixture.ts";
import { publishInvoice } from "./publish.ts";

const caseId: CaseId = newId();
const request: InvoiceCommand = { kind: "request", order, at };
const initiate: InvoiceCommand = { kind: "initiate", at };
const never: ConcludeInvoice = { kind: "conclude", caseId, verdict: { kind: "never" }, at };
const arrivedWith = (amount: bigint): ConcludeInvoice => ({
  ...never,
  verdict: {
    kind: "arrived",
    providerReference: order.paymentHash,
    money: { currency: "SATS", amountSats: sats(amount) },
  },
});
const arrived = arrivedWith(12_345n);
const typesOf = (...commands: readonly InvoiceCommand[]) =>
  historyOf(invoice, [request, initiate, ...commands])
    .slice(2)
    .map(({ type }) => type);

describe("a verdict about the sats of a sale", () => {
  it("ends it for good, once, held and about to be captured or not", () => {
    expect(typesOf(never)).toEqual(["PaymentFailed"]);
    expect(typesOf(arrived)).toEqual(["PaymentCompleted"]);
    expect(typesOf(goodHold, arrived)).toEqual([
      "InvoiceHeld",
      "CaptureRequested",
      "PaymentCompleted",
    ]);
    expect(typesOf(goodHold, never).at(-1)).toBe("PaymentFailed");
    expect(typesOf(arrivedWith(1n))).toEqual(["PaymentDiscrepancyFound"]);
    const events = historyOf(invoice, [request, initiate, arrived]);
    expect(JSON.parse(publishInvoice(events[2] ?? missing())?.dataText ?? "")).toMatchObject({
      caseId,
      receiptId: order.paymentHash,
    });
  });

  it("that the node confirms is no news, and one that it contradicts is recorded once", () => {
    expect(typesOf(arrived, capture)).toEqual(["PaymentCompleted"]);
    expect(typesOf(never, close)).toEqual(["PaymentFailed"]);
    expect(typesOf(arrived, close)).toEqual(["PaymentCompleted", "VerdictContradicted"]);
    expect(typesOf(never, capture, capture)).toEqual(["PaymentFailed", "VerdictContradicted"]);
    expect(typesOf(capture, never)).toEqual(["PaymentCompleted", "VerdictContradicted"]);
    expect(typesOf(close, arrived)).toEqual(["PaymentFailed", "VerdictContradicted"]);
    expect(typesOf(capture, arrived)).toEqual(["PaymentCompleted"]);
  });

  it("that sats came where the node had said no is no word of the node's: it tells of them once they come", () => {
    const types = ["PaymentFailed", "VerdictContradicted", "PaymentDiscrepancyFound"];
    expect(typesOf(close, arrived, capture, capture)).toEqual(types);
    expect(typesOf(close, arrived, capture, close).at(-1)).toBe("OutcomeContradicted");
  });

  it("says why a sale is over of which nothing came, and is refused in francs", () => {
    const failed = historyOf(invoice, [request, initiate, never]).at(-1);
    expect(failed).toMatchObject({ type: "PaymentFailed", reason: "expired", caseId });
    const wanted = historyOf(invoice, [
      request,
      initiate,
      { kind: "release", reason: "cancelled", at },
      never,
    ]).at(-1);
    expect(wanted).toMatchObject({ type: "PaymentFailed", reason: "cancelled", caseId });
    const ended = historyOf(invoice, [request, initiate, close, arrived]).at(-1);
    expect(ended).toMatchObject({ type: "VerdictContradicted", found: "never" });
    const money = { currency: "XOF", amountXof: xof(1n) } as const;
    const verdict = { kind: "arrived", providerReference: order.paymentHash, money } as const;
    const state = fold(invoice, historyOf(invoice, [request, initiate]));
    expect(invoice.decide(state, { ...never, verdict })).toMatchObject({
      refusal: { code: "payment-unknown" },
    });
  });

  it("tells of sats that it knew nothing of, so that they can go back", () => {
    const event = historyOf(invoice, [request, initiate, never, capture]).at(-1);
    const fact: unknown = JSON.parse(publishInvoice(event ?? missing())?.dataText ?? "");
    expect(paymentsVerdictFacts.VerdictContradicted.schema.parse(fact)).toMatchObject({
      leg: "payment",
      found: "arrived",
      receipt: {
        receiptId: order.paymentHash,
        money: { currency: "SATS", amountSats: order.amountSats },
      },
    });
  });
});

function missing(): never {
  throw new Error("There is no such event");
}
