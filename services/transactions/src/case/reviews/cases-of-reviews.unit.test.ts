import type { Proposed } from "@sanu/contracts";
import { type Instant, newId, plusMs } from "@sanu/kernel";
import type { Append } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import type { TransactionEvent } from "../../transaction/events.ts";
import { example, francs, resolve } from "../../transaction/example-commands.fixture.ts";
import * as happened from "../../transaction/example-events.fixture.ts";
import type { CaseEvent } from "../events.ts";
import { caseIdOf } from "../keys/case-id.ts";
import { caseCommands, casesOfReviews } from "./cases-of-reviews.ts";
import { GivenByHandError } from "./given-by-hand.ts";

const unknownPayout = happened.reviewed("outcome-unknown", "fact-1", { about: "payout" });
const contradiction = happened.reviewed("contradicting-facts", "fact-2");
const kindsOf = (commands: ReturnType<typeof caseCommands>) =>
  commands.map(({ command }) => (command.kind === "close" ? command.closing : command.kind));

describe("the cases of a review", () => {
  it.each([
    [
      unknownPayout,
      [happened.created, happened.paid],
      { kind: "outcome-unknown", subject: { kind: "payout", id: happened.paid.payoutId } },
      { currency: "SATS", amountSats: happened.created.amountSats },
    ],
    [
      happened.reviewed("outcome-unknown", "fact-1", { about: "payment" }),
      [happened.created],
      { kind: "outcome-unknown", subject: { kind: "payment", id: happened.created.paymentId } },
      { currency: "XOF", amountXof: happened.created.amountXof },
    ],
    [
      happened.refundAsked("fact-1"),
      [...happened.lostPayout, happened.refundFailed()],
      { kind: "refund-failed", subject: { kind: "refund", id: happened.refunded().refundId } },
      { currency: "XOF", amountXof: happened.created.amountXof },
    ],
    [
      contradiction,
      [happened.created, happened.paid],
      {
        kind: "contradicting-facts",
        subject: { kind: "transaction", id: happened.created.transactionId },
      },
      null,
    ],
  ])("name what $reason is about, and what is at stake", (event, history, found, money) => {
    const [only, ...others] = caseCommands(history, [event]);
    expect(others).toEqual([]);
    expect(only?.command).toMatchObject({ kind: "open", found: { ...found, money } });
    expect(only?.command).toMatchObject({
      found: { transactionId: happened.created.transactionId },
    });
  });

  it("open with the first word of money that has nowhere to go", () => {
    const refund = {
      about: "refund",
      receiptId: "receipt-2",
      refund: { money: happened.refunded().money, reason: "payment-late" },
    } as const;
    const commands = caseCommands(
      [happened.created],
      [happened.reviewed("return-address-needed", "fact-1", refund)],
    );
    expect(commands).toMatchObject([
      {
        command: {
          kind: "open",
          found: { kind: "refund-address-needed", money: refund.refund.money },
        },
      },
    ]);
  });

  it("open also where all that ever happened is looked through, from the order on", () => {
    const commands = caseCommands([], [happened.created, happened.paid, unknownPayout]);
    expect(kindsOf(commands)).toEqual(["open"]);
  });

  it("are the same for the same question, and others for another", () => {
    const idOf = (event: ReturnType<typeof happened.reviewed>) =>
      caseCommands([happened.created, happened.paid], [event])[0];
    expect(idOf(unknownPayout)?.caseId).toBe(idOf(unknownPayout)?.caseId);
    const another = happened.reviewed("outcome-unknown", "fact-3", { about: "payout" });
    expect(idOf(another)?.caseId).not.toBe(idOf(unknownPayout)?.caseId);
  });

  it("close one by one, each with its own answer", () => {
    const history = [happened.created, happened.paid, unknownPayout, contradiction];
    const commands = caseCommands(history, [happened.completed]);
    expect(kindsOf(commands)).toEqual(["answered"]);
    expect(commands[0]?.caseId).toBe(
      caseCommands([happened.created, happened.paid], [unknownPayout])[0]?.caseId,
    );
  });

  it("close with the review that the staff ends, by her", () => {
    const history = [happened.created, happened.paid, unknownPayout, contradiction];
    const commands = caseCommands(history, [happened.resolved("closed")]);
    expect(kindsOf(commands)).toEqual(["resolved", "resolved"]);
    expect(commands[0]?.command).toMatchObject({ by: happened.resolved("closed").resolvedBy });
  });

  it("close when later facts end the review, by nobody", () => {
    const history = [...happened.lostPayout, happened.refundFailed()];
    const asked = happened.refundAsked("fact-1");
    const end = [happened.refundSettled(), happened.failed, happened.resolved("overtaken", null)];
    const commands = caseCommands([...history, asked], end);
    expect(kindsOf(commands)).toEqual(["answered"]);
    expect(commands[0]?.command).toMatchObject({ by: null });
  });

  it("stay open where the same question is asked again behind the end of the review", () => {
    const history = [happened.created, happened.paid, unknownPayout, contradiction];
    const commands = caseCommands(history, [happened.resolved("refund-ordered"), unknownPayout]);
    const ofUnknown = caseCommands([happened.created, happened.paid], [unknownPayout])[0]?.caseId;
    expect(commands.filter(({ caseId }) => caseId === ofUnknown)).toMatchObject([
      { command: { kind: "open" } },
    ]);
  });
});

/** What is appended to cases in the commit of these events, where their logs hold so much already; `undefined` where nobody looks. */
async function besideOf(
  history: readonly TransactionEvent[],
  events: Append<TransactionEvent>["events"],
  logs: ReadonlyMap<string, readonly CaseEvent[]> = new Map(),
) {
  const appended: CaseEvent[] = [];
  const statements = casesOfReviews({
    load: async (caseId) => {
      const found = logs.get(caseId) ?? [];
      return { events: found, version: found.length };
    },
    statementsOf: ({ streamId, events: made }) => {
      expect(made.every(({ caseId }) => caseId === streamId)).toBe(true);
      appended.push(...made);
      return [];
    },
  })({
    streamId: example.transactionId,
    loaded: { events: history, version: history.length },
    events,
    context: { correlationId: newId(), causationId: newId() },
  });
  if (statements === undefined) return undefined;
  await statements;
  return appended.map(({ type }) => type);
}

/** The only case that an event opens, and its log of then. */
function openedBy(history: readonly TransactionEvent[], event: TransactionEvent) {
  const [command] = caseCommands(history, [event]);
  if (command?.command.kind !== "open") throw new Error("It opens none");
  const { found, at: openedAt } = command.command;
  const opened: CaseEvent = { type: "CaseOpened", v: 1, ...found, openedAt };
  return { caseId: found.caseId, opened };
}

const taken: TransactionEvent = {
  type: "TransactionPaymentReversed",
  v: 1,
  transactionId: example.transactionId,
  receiptId: "receipt-1",
  money: francs(10_000n),
  reversedAt: example.at,
};

describe("the commit of what happens to a transaction", () => {
  const { created, paid, completed } = happened;
  const paidOut = [created, paid];

  it("looks for no case where nobody ever had to look", async () => {
    expect(await besideOf([created], [paid])).toBeUndefined();
  });

  it.each<readonly [string, readonly TransactionEvent[], TransactionEvent]>([
    ["a question", paidOut, unknownPayout],
    ["a hold", [created], happened.payoutHeld],
    ["a receipt that is taken back", [...paidOut, completed], taken],
  ])("opens the case of %s", async (_what, history, event) => {
    expect(await besideOf(history, [event])).toEqual(["CaseOpened"]);
  });

  it("closes a case that was opened before, and nothing where there is none", async () => {
    const { caseId, opened } = openedBy(paidOut, unknownPayout);
    const history = [...paidOut, unknownPayout];
    expect(await besideOf(history, [completed], new Map([[caseId, [opened]]]))).toEqual([
      "CaseClosed",
    ]);
    expect(await besideOf(history, [completed])).toEqual([]);
  });

  it("closes it at the moment of what answers it", () => {
    const later: Instant = plusMs(example.at, 60_000);
    const [end] = caseCommands([...paidOut, unknownPayout], [{ ...completed, completedAt: later }]);
    expect(end?.command).toMatchObject({ kind: "close", at: later });
  });

  const failedRefund = [...happened.lostPayout, happened.refundFailed()];
  const asked = happened.refundAsked("fact-1");
  const { caseId, opened } = openedBy(failedRefund, asked);
  const underReview = [...failedRefund, asked];
  const givenBack = (of: string): Append<TransactionEvent>["events"] => [
    { ...happened.refundedByHand, caseId: of as typeof caseId },
    happened.failed,
  ];

  it("leaves to a verdict what it says to its own case, and closes every other", async () => {
    const logs = new Map([[caseId as string, [opened]]]);
    expect(await besideOf(underReview, givenBack(caseId), logs)).toEqual([]);
    expect(await besideOf(underReview, givenBack(newId()), logs)).toEqual(["CaseClosed"]);
  });

  describe("over the word of somebody who gave the money back by hand", () => {
    const proposedOf = (proposed: Proposed): CaseEvent => ({
      type: "CaseVerdictProposed",
      v: 1,
      caseId,
      proposalId: "p1",
      proposed,
      evidenceSha256: "a".repeat(64),
      proposedBy: resolve.resolvedBy,
      expiresAt: example.at,
      proposedAt: example.at,
    });
    const logsOf = (proposed: CaseEvent) => new Map([[caseId as string, [opened, proposed]]]);
    const byHand = logsOf(proposedOf({ kind: "paid-by-hand", providerReference: "cash-1" }));
    const overtaken = [happened.refundSettled(), happened.resolved("overtaken", null)] as const;

    it("is refused where another person ends the question", async () => {
      const ended = besideOf(underReview, [happened.resolved("closed")], byHand);
      await expect(ended).rejects.toThrow(GivenByHandError);
    });

    it("keeps the word where a fact ends it: it is agreed or withdrawn first", async () => {
      expect(await besideOf(underReview, overtaken, byHand)).toEqual(["CaseVerdictProposed"]);
    });

    it("goes on where that person asks the same question again", async () => {
      const again = [happened.resolved("refund-ordered"), asked] as const;
      expect(await besideOf(underReview, again, byHand)).toEqual([]);
    });

    it("ends a question whose word is another one", async () => {
      const ended = besideOf(
        underReview,
        [happened.resolved("closed")],
        logsOf(proposedOf({ kind: "never" })),
      );
      expect(await ended).toEqual(["CaseClosed"]);
    });
  });

  it("asks a payer for what went out to him behind his receipt only where nobody asks him yet", async () => {
    const [again = example.refundId] = resolve.refundIds;
    const history: readonly TransactionEvent[] = [
      ...happened.lostPayout,
      happened.refundFailed(),
      happened.refunded({ refundId: again, reason: "review" }),
      taken,
    ];
    const settled = happened.refundSettled("receipt-1", again);
    const first = caseIdOf("payment-reversed", "payment", example.paymentId, "receipt-1");
    const found: CaseEvent = {
      type: "CaseOpened",
      v: 1,
      caseId: first,
      kind: "payment-reversed",
      subject: { kind: "payment", id: example.paymentId },
      transactionId: example.transactionId,
      money: francs(10_000n),
      since: example.at,
      openedAt: example.at,
    };
    const closed: CaseEvent = {
      type: "CaseClosed",
      v: 1,
      caseId: first,
      closing: "answered",
      closedBy: null,
      closedAt: example.at,
    };
    expect(await besideOf(history, [settled], new Map([[first as string, [found]]]))).toEqual([]);
    expect(
      await besideOf(history, [settled], new Map([[first as string, [found, closed]]])),
    ).toEqual(["CaseOpened"]);
    expect(await besideOf(history, [settled])).toEqual(["CaseOpened"]);
  });
});
