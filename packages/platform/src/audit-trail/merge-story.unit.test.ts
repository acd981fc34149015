import type { AuditEntry, AuditedAttempt } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { mergeStory } from "./merge-story.ts";

const [paymentId, transactionId, accountId, admin] = [newId(), newId(), newId(), newId()] as const;
const at = (second: number) => `2026-11-21T07:00:${String(second).padStart(2, "0")}.000000Z`;
const entry = (
  type: string,
  second: number,
  data: AuditEntry["data"],
  changes: Partial<AuditEntry> = {},
): AuditEntry => ({
  service: "payments",
  stream_id: paymentId,
  version: second,
  type,
  at: at(second),
  correlation_id: "request-1",
  data: { type, v: 1, transactionId, ...data },
  ...changes,
});
const attempt = (changes: Partial<AuditedAttempt>): AuditedAttempt => ({
  service: "payments",
  id: newId(),
  subject_id: paymentId,
  number: 1,
  kind: "collection",
  provider: "north",
  state: "rejected",
  provider_reference: null,
  natural_key: null,
  calls: 1,
  asks: 0,
  created_at: at(1),
  steps: [],
  ...changes,
});
const nothing = { entries: [], cases: [], attempts: [], callbacks: [] };

describe("the story of a transaction", () => {
  it("is what happened in every service in one order, calls and callbacks between the events they brought", () => {
    const called = { did: "called", call: 1, state: "open", code: null } as const;
    const answered = { did: "answered", call: 1, state: "rejected", code: "refused" } as const;
    const story = mergeStory({
      ...nothing,
      entries: [
        entry("PaymentRequested", 1, { amountXof: "5000" }),
        entry("PaymentInitiated", 4, {}),
        entry("TransactionCreated", 0, {}, { service: "transactions", stream_id: transactionId }),
      ],
      attempts: [
        attempt({
          steps: [
            { ...called, at: at(2) },
            { ...answered, at: at(3) },
          ],
        }),
      ],
      callbacks: [
        { service: "payments", provider: "hint", subject_id: paymentId, received_at: at(5) },
      ],
    });

    expect(story.map(({ service, kind, what }) => `${service} ${kind} ${what}`)).toEqual([
      "transactions event TransactionCreated",
      "payments event PaymentRequested",
      "payments attempt collection opened",
      "payments call collection called",
      "payments call collection answered",
      "payments event PaymentInitiated",
      "payments callback hint received",
    ]);
    expect(story[4]?.details).toEqual({
      attempt: 1,
      provider: "north",
      call: 1,
      state: "rejected",
      code: "refused",
    });
    expect(new Set(story.map(({ correlation_id: id }) => id))).toEqual(new Set(["request-1"]));
  });

  it("says of each attempt by what whoever carries it out knows it, for people have to ask there", () => {
    const named = attempt({ provider_reference: "north-77" });
    const hash = "lightning:71b95f311cc0ea556cc0e217a3553cc19d20ab5eae6696db2756d3651292f83c";
    const sent = attempt({ kind: "send", natural_key: hash, created_at: at(2) });
    const story = mergeStory({ ...nothing, attempts: [named, sent] });
    const ofBoth = { attempt: 1, provider: "north" };
    expect(story.map(({ details }) => details)).toEqual([
      { ...ofBoth, key: named.id, provider_reference: "north-77" },
      { ...ofBoth, key: sent.id, natural_key: hash },
    ]);
  });

  it("says which provider was chosen by which rule, and why no other", () => {
    const passedOver = [{ provider: "north", obstacle: "refused-before" }];
    const next = { provider: "south", reason: "fail-over", passedOver };
    const [shown] = mergeStory({
      ...nothing,
      entries: [entry("PaymentAttemptRejected", 1, { attemptNumber: 1, reason: "declined", next })],
    });
    expect(shown?.decided).toEqual({
      what: "south",
      rule: "fail-over",
      passed_over: [{ what: "north", because: "refused-before" }],
    });
  });

  it("gives the reason of an event, and says who of the staff did what", () => {
    const proposed = { kind: "refund" };
    const story = mergeStory({
      ...nothing,
      entries: [
        entry("RefundRequested", 1, {
          reason: "payment-late",
          money: { currency: "XOF", amountXof: "5000" },
        }),
      ],
      cases: [entry("CaseVerdictApproved", 2, { proposed, approvedBy: admin })],
    });
    expect(story).toMatchObject([
      {
        kind: "event",
        decided: { what: null, rule: "payment-late" },
        details: { money: "5000 XOF" },
      },
      { kind: "staff-act", by: admin, decided: { what: "refund", rule: "staff" } },
    ]);
  });

  it("has no id but whom it is about, no hash and no moment among its details", () => {
    const [shown] = mergeStory({
      ...nothing,
      entries: [
        entry("X", 1, {
          accountId,
          evidenceSha256: "0",
          payerHmac: "h",
          expiresAt: at(9),
          receiptReference: "mp-1",
          passed: [{ a: 1 }],
        }),
      ],
    });
    expect(shown?.details).toEqual({ receiptReference: "mp-1" });
  });

  it("has of its account the kinds of mails and acts, where they are given, and else nothing", () => {
    const mail = { kind: "account-deactivated", queued_at: at(1), sent_at: null };
    const sent = { ...mail, sent_at: at(3) };
    const act = { what: { active: false, approved_by: admin }, by: admin, at: at(2) };
    const story = mergeStory({
      ...nothing,
      account: { id: accountId, mails: [sent, mail], acts: [act] },
    });
    expect(story.map(({ kind, what, by, at: when }) => [when, kind, what, by])).toEqual([
      [at(1), "mail", "mail queued", null],
      [at(2), "staff-act", "account changed", admin],
      [at(3), "mail", "mail sent", null],
    ]);
    expect(story[1]?.details).toEqual({ active: false });
    expect(mergeStory(nothing)).toEqual([]);
  });
});
