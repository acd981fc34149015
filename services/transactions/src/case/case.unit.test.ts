import type { Money, Proposed } from "@sanu/contracts";
import { type AccountId, type CaseId, fold, instant, newId, plusMs, sats, xof } from "@sanu/kernel";
import { historyOf, specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { ProposeVerdict } from "./commands.ts";
import { staffCase } from "./decide.ts";
import { CaseEvent, type EventOf } from "./events.ts";
import { publishCase } from "./publish.ts";
import type { Found } from "./state.ts";

const { given } = specify(staffCase);
const at = instant("2026-11-22T10:00:00.000000Z");
const [ama, kofi, abena]: readonly AccountId[] = [newId(), newId(), newId()];
if (ama === undefined || kofi === undefined || abena === undefined) throw new Error("three people");
const caseId: CaseId = newId();
const payoutId: string = newId();
const transactionId = newId<"TransactionId">();
const evidenceSha256 = "a".repeat(64);
const money = { currency: "SATS", amountSats: sats(17_007n) } as const;
const arrived: Proposed = { kind: "arrived", providerReference: "ref-1", money };
const never: Proposed = { kind: "never" };

const found: Found = {
  caseId,
  kind: "outcome-unknown",
  subject: { kind: "payout", id: payoutId },
  transactionId,
  money,
  since: at,
};
const opened: CaseEvent = { type: "CaseOpened", v: 1, ...found, openedAt: at };
const propose = { kind: "propose", proposalId: "p1", evidenceSha256, validMs: 1_000, at } as const;
const byAma: ProposeVerdict = { ...propose, proposed: never, by: ama };
const expiresAt = plusMs(at, 1_000);
const proposed: EventOf<"CaseVerdictProposed"> = {
  type: "CaseVerdictProposed",
  v: 1,
  caseId,
  proposalId: "p1",
  proposed: never,
  evidenceSha256,
  proposedBy: ama,
  expiresAt,
  proposedAt: at,
};
const reasonSha256 = "b".repeat(64);
const approve = { kind: "approve", proposalId: "p1", reasonSha256, by: kofi, at } as const;
const approved: EventOf<"CaseVerdictApproved"> = {
  type: "CaseVerdictApproved",
  v: 1,
  caseId,
  proposalId: "p1",
  proposed: never,
  concludes: { transactionId, leg: "payout", subjectId: payoutId, money },
  reasonSha256,
  approvedBy: kofi,
  approvedAt: at,
};
const withdraw = { kind: "withdraw", proposalId: "p1", by: ama, at } as const;
const withdrawn: CaseEvent = {
  type: "CaseProposalWithdrawn",
  v: 1,
  caseId,
  proposalId: "p1",
  withdrawnBy: ama,
  withdrawnAt: at,
};
const close = { kind: "close", closing: "answered", by: null, at } as const;
const answered = { closing: "answered", closedBy: null, closedAt: at } as const;
const closed: CaseEvent = { type: "CaseClosed", v: 1, caseId, ...answered };

describe("a case", () => {
  it("is opened once, however often it is found", () => {
    given().when({ kind: "open", found, at }).thenAccepted(opened);
    given(opened).when({ kind: "open", found, at }).thenNothingNew();
    given(opened, closed).when({ kind: "open", found, at }).thenNothingNew();
  });

  it("closes when facts answer it, whatever stands there, once", () => {
    given(opened).when(close).thenAccepted(closed);
    given(opened, proposed).when(close).thenAccepted(closed);
    given(opened, proposed, approved).when(close).thenAccepted(closed);
    given(opened, closed).when(close).thenNothingNew();
  });

  it("about a statement says which finding two of the staff have decided, and says none where it is about none", () => {
    const finding = { foundBy: "payouts", differenceId: newId<string>(), foundAt: at } as const;
    const sides = {
      kind: "doubled",
      name: "k",
      reference: "r",
      booked: null,
      stated: null,
    } as const;
    const subject = { kind: "rail-account", id: "sandbox/disbursements" } as const;
    const differs: Found = { ...found, kind: "statement-difference", subject, money: null };
    const known = { ...differs, difference: { ...finding, ...sides } };
    const said = { ...byAma, proposed: { kind: "close" } } as const;
    const eventsOf = (about: Found) =>
      historyOf(staffCase, [{ kind: "open", found: about, at }, said, approve]);
    const factsOf = (about: Found) =>
      eventsOf(about).flatMap((event) => {
        const fact = publishCase(event);
        return fact === undefined ? [] : [JSON.parse(fact.dataText)];
      });

    const approvedAt = at;
    expect(factsOf(known)).toEqual([{ caseId, proposalId: "p1", ...finding, approvedAt }]);
    expect(factsOf(differs)).toEqual([]);
    expect(eventsOf(differs).map(({ type }) => type)).toEqual(
      eventsOf(known).map(({ type }) => type),
    );
    for (const event of eventsOf(known)) expect(CaseEvent.parse(event)).toEqual(event);
  });

  it("of which nobody knows takes nothing", () => {
    for (const command of [byAma, approve, withdraw, close]) {
      given().when(command).thenRefused("unknown-case");
    }
  });

  it("is the same history when every command arrives twice", () => {
    const commands = [{ kind: "open", found, at } as const, byAma, approve, close];
    expect(historyOf(staffCase, commands)).toEqual([opened, proposed, approved, closed]);
    const withdrawal = [{ kind: "open", found, at } as const, byAma, withdraw];
    expect(historyOf(staffCase, withdrawal)).toEqual([opened, proposed, withdrawn]);
  });

  it("whose log says what cannot follow is a fault, not a state", () => {
    for (const [history, why] of [
      [[proposed], "A case begins with CaseOpened"],
      [[withdrawn], "A case begins with CaseOpened"],
      [[closed], "A case begins with CaseOpened"],
      [[opened, approved], "Nobody proposed what a open case says"],
      [[opened, proposed, approved, approved], "Nobody proposed what a approved case says"],
    ] as const) {
      expect(() => fold(staffCase, history)).toThrow(why);
    }
  });

  it("is written and read as it was", () => {
    for (const event of [opened, proposed, withdrawn, approved, closed]) {
      const text = JSON.stringify(event, (_key, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      );
      expect(CaseEvent.parse(JSON.parse(text))).toEqual(event);
    }
  });
});

describe("a verdict", () => {
  it("is proposed by one and approved by somebody else", () => {
    given(opened).when(byAma).thenAccepted(proposed);
    given(opened, proposed).when(approve).thenAccepted(approved);
    given(opened, { ...proposed, proposed: arrived })
      .when(approve)
      .thenAccepted({ ...approved, proposed: arrived });
  });

  it("is never approved by who proposed it", () => {
    given(opened, proposed)
      .when({ ...approve, by: ama })
      .thenRefused("own-proposal");
  });

  it("is published with what it concludes, and without who said it", () => {
    const fact = publishCase(approved);
    expect(fact?.type).toBe("sanu.transactions.VerdictApproved.v1");
    expect(JSON.parse(fact?.dataText ?? "")).toEqual({
      caseId,
      transactionId,
      leg: "payout",
      subjectId: payoutId,
      money: { currency: "SATS", amountSats: "17007" },
      verdict: { kind: "never" },
      approvedAt: at,
    });
    for (const event of [opened, proposed, withdrawn, closed]) {
      expect(publishCase(event)).toBeUndefined();
    }
  });

  it("that was approved stands: nobody proposes, approves or withdraws behind it", () => {
    const history = [opened, proposed, approved] as const;
    given(...history)
      .when(approve)
      .thenNothingNew();
    given(...history)
      .when({ ...approve, by: abena })
      .thenRefused("case-decided");
    given(...history)
      .when({ ...byAma, proposalId: "p2", proposed: arrived })
      .thenRefused("case-decided");
    given(...history)
      .when(withdraw)
      .thenRefused("case-decided");
  });

  it("of a closed case is refused", () => {
    const history = [opened, proposed, closed] as const;
    for (const command of [{ ...byAma, proposalId: "p2" }, byAma, approve, withdraw]) {
      given(...history)
        .when(command)
        .thenRefused("case-closed");
    }
  });

  it("that was withdrawn is not approved, and makes room for another", () => {
    const history = [opened, proposed, withdrawn] as const;
    given(...history)
      .when(approve)
      .thenRefused("proposal-not-open");
    given(...history)
      .when(withdraw)
      .thenNothingNew();
    const again = { ...byAma, proposalId: "p2", proposed: arrived };
    const second = { ...proposed, proposalId: "p2", proposed: arrived };
    given(...history)
      .when(again)
      .thenAccepted(second);
    // Who read the first one does not approve the second by it.
    given(...history, second)
      .when(approve)
      .thenRefused("proposal-not-open");
    given(...history, second)
      .when(withdraw)
      .thenRefused("proposal-not-open");
  });

  it("is withdrawn by anybody of the staff", () => {
    given(opened, proposed)
      .when({ ...withdraw, by: abena })
      .thenAccepted({ ...withdrawn, withdrawnBy: abena });
    given(opened).when(withdraw).thenRefused("proposal-not-open");
  });

  it("expires, and then makes room for another", () => {
    const late = { ...approve, at: expiresAt };
    given(opened, proposed).when(late).thenRefused("proposal-expired");
    const again = { ...byAma, proposalId: "p2", by: kofi, at: expiresAt };
    given(opened, proposed)
      .when(again)
      .thenAccepted({
        ...proposed,
        proposalId: "p2",
        proposedBy: kofi,
        proposedAt: expiresAt,
        expiresAt: plusMs(expiresAt, 1_000),
      });
  });

  it("that was proposed once is proposed once: the same proposal again is no news, however late", () => {
    given(opened, proposed)
      .when({ ...byAma, at: expiresAt })
      .thenNothingNew();
    given(opened, proposed, approved).when(byAma).thenNothingNew();
    const settled = { ...closed, closing: "approved", closedBy: kofi } as const;
    given(opened, proposed, approved, settled).when(byAma).thenNothingNew();
  });

  it("is approved once, under the name of one proposal, until the moment at which it expires", () => {
    const justInTime = plusMs(expiresAt, -1);
    given(opened, proposed)
      .when({ ...approve, at: justInTime })
      .thenAccepted({ ...approved, approvedAt: justInTime });
    for (const history of [
      [opened, proposed, approved],
      [opened, proposed, approved, closed],
    ] as const) {
      const refusal = history.length === 3 ? "case-decided" : "case-closed";
      given(...history)
        .when({ ...approve, proposalId: "p2" })
        .thenRefused(refusal);
      given(...history)
        .when({ ...approve, by: abena })
        .thenRefused(refusal);
    }
  });

  it("is approved by who proposed it only where one admin is allowed, and in time", () => {
    const alone = { ...approve, by: ama, isSoleAdminAllowed: true };
    given(opened, proposed)
      .when(alone)
      .thenAccepted({ ...approved, approvedBy: ama });
    given(opened, proposed)
      .when({ ...alone, isSoleAdminAllowed: false })
      .thenRefused("own-proposal");
    given(opened, proposed)
      .when({ ...alone, at: expiresAt })
      .thenRefused("proposal-expired");
  });

  it("that another one replaced once it had expired is neither approved nor withdrawn any more", () => {
    const again = { proposedAt: expiresAt, expiresAt: plusMs(expiresAt, 1_000) };
    const second = { ...proposed, proposalId: "p2", ...again };
    for (const command of [
      { ...approve, at: expiresAt },
      { ...withdraw, at: expiresAt },
    ]) {
      given(opened, proposed, second).when(command).thenRefused("proposal-not-open");
    }
  });

  it("that money was given by hand outlives what facts answer, and its case ends with it", () => {
    const byHand = { kind: "paid-by-hand", providerReference: "agency-1" } as const;
    const reversed: CaseEvent = { ...opened, kind: "payout-reversed" };
    const said = { ...proposed, proposed: byHand };
    const stands = { ...said, isAnswered: true } as const;
    given(reversed, said).when(close).thenAccepted(stands);
    given(reversed, said, stands).when(close).thenNothingNew();
    const agreed = { ...approved, proposed: byHand, concludes: null };
    const settled = { ...closed, closing: "approved", closedBy: kofi } as const;
    given(reversed, said, stands).when(approve).thenAccepted(agreed, settled);
    given(reversed, said, stands).when(withdraw).thenAccepted(withdrawn, closed);
    // The gateway asks again where its answer was lost.
    given(reversed, said, stands, withdrawn, closed).when(withdraw).thenNothingNew();
    // The staff's own end of the question waits for nobody's word.
    const resolve = { ...close, closing: "resolved", by: kofi } as const;
    const resolved = { ...closed, closing: "resolved", closedBy: kofi } as const;
    given(reversed, said).when(resolve).thenAccepted(resolved);
    // Said again once it has expired, it is answered still.
    const later = { ...byAma, proposalId: "p2", proposed: byHand, at: expiresAt };
    const again = { proposedAt: expiresAt, expiresAt: plusMs(expiresAt, 1_000) };
    given(reversed, said, stands)
      .when(later)
      .thenAccepted({ ...stands, proposalId: "p2", ...again });
  });

  it("keeps a word that money was given back when it expires: only the same is proposed, until it is withdrawn", () => {
    const byHand = { kind: "paid-by-hand", providerReference: "agency-1" } as const;
    const reversed: CaseEvent = { ...opened, kind: "payout-reversed" };
    const said = { ...proposed, proposed: byHand };
    const later = { ...byAma, proposalId: "p2", at: expiresAt };
    given(reversed, said)
      .when({ ...later, proposed: { kind: "close" } })
      .thenRefused("proposal-pending");
    const again = { proposedAt: expiresAt, expiresAt: plusMs(expiresAt, 1_000) };
    given(reversed, said)
      .when({ ...later, proposed: byHand })
      .thenAccepted({ ...said, proposalId: "p2", ...again });
    given(reversed, said, withdrawn)
      .when({ ...later, proposed: { kind: "close" } })
      .thenAccepted({ ...proposed, proposed: { kind: "close" }, proposalId: "p2", ...again });
  });

  it("waits for an answer before another is proposed; the same words again are no news", () => {
    given(opened, proposed).when(byAma).thenNothingNew();
    given(opened, proposed)
      .when({ ...byAma, proposalId: "p2" })
      .thenNothingNew();
    for (const other of [{ by: kofi }, { proposed: arrived }, { evidenceSha256: "b".repeat(64) }]) {
      given(opened, proposed)
        .when({ ...byAma, proposalId: "p2", ...other })
        .thenRefused("proposal-pending");
    }
  });

  it("names its amount and its reference: with another of either it is another verdict", () => {
    const first = { ...proposed, proposed: arrived };
    const less = { currency: "SATS", amountSats: sats(17_006n) } as const;
    const again = { ...byAma, proposalId: "p2" };
    given(opened, first)
      .when({ ...again, proposed: { ...arrived, money } })
      .thenNothingNew();
    for (const other of [
      { ...arrived, money: less },
      { ...arrived, providerReference: "ref-2" },
    ]) {
      given(opened, first)
        .when({ ...again, proposed: other })
        .thenRefused("proposal-pending");
    }
  });

  it("that money was given by hand is about a case that says how much", () => {
    const byHand = { kind: "paid-by-hand", providerReference: "agency-1" } as const;
    const of = (amount: typeof money | null) =>
      given({ ...opened, kind: "refund-failed", money: amount }).when({
        ...byAma,
        proposed: byHand,
      });
    of(money).thenAccepted({ ...proposed, proposed: byHand });
    of(null).thenRefused("verdict-not-possible");
  });

  it("about no attempt of a transaction cannot conclude one", () => {
    for (const about of [
      { subject: { kind: "transaction", id: transactionId } },
      { transactionId: null },
      { money: null },
    ] as const) {
      expect(() => given({ ...opened, ...about }, proposed).when(approve)).toThrow(
        `Case ${caseId} is about no attempt`,
      );
    }
  });

  it("that money arrived names what was sent, whole", () => {
    const amounts = [17_006n, 17_008n, 0n].map((amount) => sats(amount));
    for (const amountSats of amounts) {
      const other = { ...arrived, money: { currency: "SATS", amountSats } as const };
      given(opened)
        .when({ ...byAma, proposed: other })
        .thenRefused("verdict-amount-mismatch");
    }
    const francs = { ...arrived, money: { currency: "XOF", amountXof: xof(17_007n) } as const };
    given(opened)
      .when({ ...byAma, proposed: francs })
      .thenRefused("verdict-amount-mismatch");
  });

  it("that a payment arrived may name another amount, which then goes back, but not none", () => {
    const ofPayment = { ...opened, subject: { kind: "payment", id: payoutId } } as const;
    const of = (amount: bigint): Proposed => ({
      ...arrived,
      money: { currency: "SATS", amountSats: sats(amount) },
    });
    for (const amount of [1n, 5n]) {
      given(ofPayment)
        .when({ ...byAma, proposed: of(amount) })
        .thenAccepted({ ...proposed, proposed: of(amount) });
    }
    given(ofPayment)
      .when({ ...byAma, proposed: of(0n) })
      .thenRefused("verdict-amount-mismatch");
  });

  it("that a refund arrived may name a part of its francs, which its provider kept, and all of its sats only", () => {
    const francs = { currency: "XOF", amountXof: xof(10_000n) } as const;
    const of = (of: typeof francs | typeof money, said: Money) =>
      given({ ...opened, subject: { kind: "refund", id: payoutId }, money: of }).when({
        ...byAma,
        proposed: { ...arrived, money: said },
      });
    const part: Money = { currency: "XOF", amountXof: xof(9_900n) };
    of(francs, part).thenAccepted({ ...proposed, proposed: { ...arrived, money: part } });
    of(francs, money).thenRefused("verdict-amount-mismatch");
    of(francs, { currency: "XOF", amountXof: xof(0n) }).thenRefused("verdict-amount-mismatch");
    const fewer: Money = { currency: "SATS", amountSats: sats(17_006n) };
    of(money, fewer).thenRefused("verdict-amount-mismatch");
    of(money, money).thenAccepted({ ...proposed, proposed: arrived });
  });

  it.each([
    ["outcome-unknown", { kind: "close" }],
    ["contradicting-facts", never],
    ["refund-failed", { kind: "close" }],
    ["payout-reversed", never],
  ] as const)("about %s cannot be %o", (kind, other) => {
    given({ ...opened, kind })
      .when({ ...byAma, proposed: other })
      .thenRefused("verdict-not-possible");
  });

  it("that nothing more has to be done closes its case at once, and concludes nothing", () => {
    const reversed = { ...opened, kind: "payout-reversed" } as const;
    const nothingToDo = { ...proposed, proposed: { kind: "close" } } as const;
    const settled = { ...approved, proposed: { kind: "close" }, concludes: null } as const;
    const state = given(reversed, nothingToDo)
      .when(approve)
      .thenAccepted(settled, { ...closed, closing: "approved", closedBy: kofi });
    expect(state.status).toBe("closed");
    expect(publishCase(settled)).toBeUndefined();
    given(reversed, nothingToDo, settled, { ...closed, closing: "approved", closedBy: kofi })
      .when(approve)
      .thenNothingNew();
  });
});
