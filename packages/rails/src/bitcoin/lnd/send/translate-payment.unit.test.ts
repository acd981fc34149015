import { createHash } from "node:crypto";
import { instant } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { LndAnswer } from "../answer.ts";
import { linesIn, sendingIds } from "../samples/read-samples.fixture.ts";
import * as rows from "../samples/send-rows.fixture.ts";
import {
  afterLine,
  type ExpectedPayment,
  isLastLine,
  readLastTry,
  readPaymentStatus,
  readSendLine,
  readSent,
  type SendLine,
} from "./translate-payment.ts";

const now = instant("2026-11-23T12:00:00.000000Z");
const preimage = "01".repeat(32);
const zeros = "0".repeat(64);
const hashOf = (hex: string) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");
const paymentHash = hashOf(preimage);
const expected = { paymentHash, amountMsat: 1_000_000n, afterIndex: null, now };

/** As the node tells it: only of what is paid it knows the preimage. */
const payment = (
  changes: { readonly status?: string; readonly [name: string]: unknown } = {},
): LndAnswer => ({
  kind: "answer",
  json: {
    payment_hash: paymentHash,
    value_msat: "1000000",
    fee_msat: "1001",
    fee_sat: "1",
    payment_preimage: (changes.status ?? "SUCCEEDED") === "SUCCEEDED" ? preimage : zeros,
    payment_index: "7",
    status: "SUCCEEDED",
    failure_reason: "FAILURE_REASON_NONE",
    htlcs: [],
    ...changes,
  },
});

/** What was meant by a recorded call. */
function meantBy(lines: readonly LndAnswer[]): ExpectedPayment {
  const [first] = lines.flatMap((line) => (line.kind === "answer" ? [line.json] : []));
  const { payment_hash: hash = "00" } = (first ?? {}) as { payment_hash?: string };
  return { paymentHash: hash, amountMsat: null, afterIndex: null, now };
}

function sentBy(lines: readonly LndAnswer[], meant: ExpectedPayment, isFetched = false) {
  let known: SendLine | undefined;
  for (const line of lines) {
    known = afterLine(known, readSendLine(line, meant));
    if (isLastLine(known)) break;
  }
  return readSent(known, { isFetched });
}

describe("what a real node said to a payment", () => {
  it.each(rows.sentRows)("sending: %s", (id, reading) => {
    const lines = linesIn(id);
    expect(sentBy(lines, meantBy(lines))).toMatchObject(reading);
  });

  it.each(rows.trackedRows)("asking: %s", (id, reading) => {
    const lines = linesIn(id);
    const [first = unknownBecause("no-response")] = lines;
    expect(readPaymentStatus(first, meantBy(lines))).toMatchObject(reading);
  });

  it("has a row for each of its answers about money out", () => {
    const { sentRows, trackedRows, fundedRows, publishedRows, transactionRows } = rows;
    const read = [sentRows, trackedRows, fundedRows, publishedRows, transactionRows];
    const others = [...rows.hastenedRows, ...rows.otherRows];
    const covered = [
      ...[...read.flat(), ...others].map(([id]) => id),
      ...rows.readApart,
      ...rows.neverAsked,
    ];
    expect(covered.toSorted()).toEqual(sendingIds.toSorted());
  });
});

describe("a payment", () => {
  it("is settled by the preimage of its hash, and its fee is rounded up", () => {
    const settled = { kind: "settled", feeSats: 2n, settledAt: now, proof: preimage };
    expect(readPaymentStatus(payment(), expected)).toEqual(settled);
    const htlcs = [{ status: "SUCCEEDED", resolve_time_ns: "1795434000123456789" }];
    expect(readPaymentStatus(payment({ htlcs }), expected)).toMatchObject({
      settledAt: "2026-11-23T11:40:00.123000Z",
    });
  });

  // Not by default, says the real node; whoever asks for it is told so (differences 10 and 12).
  it("is under way before its first try, whatever reason stands beside it", () => {
    for (const failure_reason of ["FAILURE_REASON_NONE", "FAILURE_REASON_TIMEOUT"]) {
      for (const status of ["INITIATED", "IN_FLIGHT"]) {
        const said = payment({ status, failure_reason });
        expect(readPaymentStatus(said, expected)).toEqual({ kind: "in-flight" });
      }
    }
  });

  it.each([
    ["FAILURE_REASON_NO_ROUTE", "no-route"],
    ["FAILURE_REASON_TIMEOUT", "no-route"],
    ["FAILURE_REASON_ERROR", "no-route"],
    ["FAILURE_REASON_CANCELED", "no-route"],
    ["FAILURE_REASON_INSUFFICIENT_BALANCE", "insufficient-balance"],
    ["FAILURE_REASON_INCORRECT_PAYMENT_DETAILS", "refused-by-receiver"],
  ])("that failed by %s is failed, and says %s", (failure_reason, reason) => {
    const said = payment({ status: "FAILED", failure_reason });
    expect(readPaymentStatus(said, expected)).toMatchObject({ kind: "failed", reason });
  });

  it.each([
    ["another preimage", { payment_preimage: "02".repeat(32) }],
    ["no preimage", { payment_preimage: "" }],
    ["another hash", { payment_hash: "02".repeat(32) }],
    ["another amount", { value_msat: "1000001" }],
    ["a state of which nobody told", { status: "PAUSED" }],
    ["a reason of which nobody told", { status: "FAILED", failure_reason: "FAILURE_REASON_MOOD" }],
    ["a reason that every object has", { status: "FAILED", failure_reason: "constructor" }],
    ["a missing fee", { fee_msat: undefined }],
    ["a fee of more than all bitcoin", { fee_msat: "2100000000000000001" }],
    ["a fee that is another one in whole satoshis", { fee_msat: "999999999" }],
    ["no fee, and a satoshi of it", { fee_msat: "0" }],
  ])("that is told with %s is unknown", (_, changes) => {
    expect(readPaymentStatus(payment(changes), expected)).toEqual(
      unknownBecause("unexpected-response"),
    );
  });

  it("is in flight, whatever reason stands there already", () => {
    for (const failure_reason of ["FAILURE_REASON_CANCELED", "FAILURE_REASON_TIMEOUT"]) {
      const read = payment({ status: "IN_FLIGHT", failure_reason });
      expect(readPaymentStatus(read, expected)).toEqual({ kind: "in-flight" });
    }
  });

  it("has not failed because an earlier one of the same invoice had", () => {
    const failed = payment({ status: "FAILED", failure_reason: "FAILURE_REASON_NO_ROUTE" });
    expect(readLastTry(failed, expected)).toEqual({ kind: "accepted", value: 7n });
    const ours = { ...expected, afterIndex: 7n };
    expect(readPaymentStatus(failed, ours)).toEqual({ kind: "not-found" });
    const later = payment({
      status: "FAILED",
      failure_reason: "FAILURE_REASON_NO_ROUTE",
      payment_index: "8",
    });
    expect(readPaymentStatus(later, ours)).toEqual({ kind: "failed", reason: "no-route" });
  });

  it("was not made by an earlier one of another amount, which had failed at an invoice that names none", () => {
    const failed = { status: "FAILED", failure_reason: "FAILURE_REASON_NO_ROUTE" };
    const smaller = payment({ ...failed, value_msat: "500000" });
    const ours = { ...expected, afterIndex: 7n };
    expect(readPaymentStatus(smaller, ours)).toEqual({ kind: "not-found" });
    const unexpected = { kind: "unknown", cause: "unexpected-response" };
    for (const other of [{ ...failed, payment_index: "8" }, { status: "SUCCEEDED" }]) {
      const said = payment({ value_msat: "500000", ...other });
      expect(readPaymentStatus(said, ours)).toMatchObject(unexpected);
    }
  });

  it("of an invoice that somebody else pays or has paid is not made", () => {
    const paid = { kind: "rejected", reason: "destination-unusable" };
    expect(readLastTry(payment(), expected)).toEqual(paid);
    expect(readLastTry(payment({ status: "IN_FLIGHT" }), expected)).toEqual(paid);
    const [unasked = unknownBecause("no-response")] = linesIn("e13-track-unknown");
    expect(readLastTry(unasked, expected)).toEqual({ kind: "accepted", value: null });
    const silent = unknownBecause("no-response");
    expect(readLastTry(silent, expected)).toEqual(silent);
  });

  it("whose invoice is longer than the node reads is refused for good", () => {
    const message = "invoice is too large";
    const said = { kind: "refusal", status: 500, code: 2, message } as const;
    expect(sentBy([said], expected)).toEqual({ kind: "rejected", reason: "destination-unusable" });
  });

  it("whose invoice ended is another one's where we asked for the invoice", () => {
    const lines = linesIn("e10-send-expired");
    expect(sentBy(lines, expected, true)).toEqual({ kind: "rejected", reason: "no-route" });
  });
});

describe("a definite no", () => {
  const inFlight = payment({ status: "IN_FLIGHT" });
  const lines: readonly LndAnswer[] = [
    inFlight,
    payment({ status: "IN_FLIGHT", failure_reason: "FAILURE_REASON_CANCELED" }),
    payment(),
    payment({ status: "FAILED", failure_reason: "FAILURE_REASON_NO_ROUTE" }),
    ...["e10-send-expired", "e13-track-unknown", "b19-pay-again", "f21-send-locked"].flatMap(
      linesIn,
    ),
    unknownBecause("connection-lost"),
  ];
  const isFailed = (line: LndAnswer | undefined) =>
    line?.kind === "answer" && (line.json as { status: string }).status === "FAILED";

  it("is only the final state of the payment, or a refusal before anything was sent", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 6 }), (said) => {
        const sent = sentBy(said, expected);
        const isRefused = said[0]?.kind === "refusal" && said[0].message.startsWith("invoice exp");
        if (sent.kind === "rejected") expect(isRefused || said.some(isFailed)).toBe(true);
        if (said[0] === inFlight && !said.some(isFailed)) expect(sent.kind).toBe("accepted");
      }),
    );
  });
});

describe("a payment that contradicts itself", () => {
  const failure = { status: "FAILED", failure_reason: "FAILURE_REASON_NO_ROUTE" };
  const before = { ...expected, afterIndex: 7n };
  const unexpected = unknownBecause("unexpected-response");

  it("is unknown where it failed, and its preimage shows that somebody was paid", () => {
    const said = payment({ ...failure, payment_preimage: preimage });
    expect(readPaymentStatus(said, expected)).toEqual(unexpected);
    expect(readPaymentStatus(said, before)).toEqual(unexpected);
    expect(readLastTry(said, expected)).toEqual(unexpected);
  });

  it("is unknown where it failed, and a part of it has arrived or is under way", () => {
    for (const status of ["SUCCEEDED", "IN_FLIGHT"]) {
      const said = payment({ ...failure, htlcs: [{ status: "FAILED" }, { status }] });
      expect(readPaymentStatus(said, expected)).toEqual(unexpected);
      expect(readPaymentStatus(said, before)).toEqual(unexpected);
    }
  });

  it("is failed where every part is, and no preimage is told", () => {
    const htlcs = [{ status: "FAILED" }];
    for (const hash of [paymentHash, hashOf(zeros)]) {
      const said = payment({ ...failure, payment_hash: hash, htlcs });
      const read = readPaymentStatus(said, { ...expected, paymentHash: hash });
      expect(read).toEqual({ kind: "failed", reason: "no-route" });
    }
  });

  it("is unknown where more than a preimage stands in its place", () => {
    for (const payment_preimage of [`${preimage}.5`, `${preimage}00`, ` ${preimage}`]) {
      expect(readPaymentStatus(payment({ payment_preimage }), expected)).toEqual(unexpected);
    }
  });
});
