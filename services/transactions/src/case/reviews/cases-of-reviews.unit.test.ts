import { describe, expect, it } from "vitest";
import * as happened from "../../transaction/example-events.fixture.ts";
import { caseCommands } from "./cases-of-reviews.ts";

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
