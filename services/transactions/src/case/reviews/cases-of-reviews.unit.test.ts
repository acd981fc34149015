import { describe, expect, it } from "vitest";
import {
  completed,
  created,
  failed,
  paid,
  payoutFailed,
  refunded,
  refundFailed,
  refundSettled,
  resolved,
  reviewed,
} from "../../transaction/example-events.fixture.ts";
import { caseCommands } from "./cases-of-reviews.ts";

const unknownPayout = reviewed("outcome-unknown", "fact-1", { about: "payout" });
const contradiction = reviewed("contradicting-facts", "fact-2");
const kindsOf = (commands: ReturnType<typeof caseCommands>) =>
  commands.map(({ command }) => (command.kind === "close" ? command.closing : command.kind));

describe("the cases of a review", () => {
  it.each([
    [
      unknownPayout,
      [created, paid],
      { kind: "outcome-unknown", subject: { kind: "payout", id: paid.payoutId } },
      { currency: "SATS", amountSats: created.amountSats },
    ],
    [
      reviewed("outcome-unknown", "fact-1", { about: "payment" }),
      [created],
      { kind: "outcome-unknown", subject: { kind: "payment", id: created.paymentId } },
      { currency: "XOF", amountXof: created.amountXof },
    ],
    [
      reviewed("refund-failed", "fact-1", { about: "refund", receiptId: "receipt-1" }),
      [created, paid, payoutFailed, refunded(), refundFailed()],
      { kind: "refund-failed", subject: { kind: "refund", id: refunded().refundId } },
      { currency: "XOF", amountXof: created.amountXof },
    ],
    [
      contradiction,
      [created, paid],
      {
        kind: "contradicting-facts",
        subject: { kind: "transaction", id: created.transactionId },
      },
      null,
    ],
  ])("name what $reason is about, and what is at stake", (event, history, found, money) => {
    const [only, ...others] = caseCommands(history, [event]);
    expect(others).toEqual([]);
    expect(only?.command).toMatchObject({ kind: "open", found: { ...found, money } });
    expect(only?.command).toMatchObject({ found: { transactionId: created.transactionId } });
  });

  it("open with the first word of money that has nowhere to go", () => {
    const refund = {
      about: "refund",
      receiptId: "receipt-2",
      refund: { money: refunded().money, reason: "payment-late" },
    } as const;
    const commands = caseCommands([created], [reviewed("return-address-needed", "fact-1", refund)]);
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
    const idOf = (event: ReturnType<typeof reviewed>) => caseCommands([created, paid], [event])[0];
    expect(idOf(unknownPayout)?.caseId).toBe(idOf(unknownPayout)?.caseId);
    const another = reviewed("outcome-unknown", "fact-3", { about: "payout" });
    expect(idOf(another)?.caseId).not.toBe(idOf(unknownPayout)?.caseId);
  });

  it("close one by one, each with its own answer", () => {
    const history = [created, paid, unknownPayout, contradiction];
    const commands = caseCommands(history, [completed]);
    expect(kindsOf(commands)).toEqual(["answered"]);
    expect(commands[0]?.caseId).toBe(caseCommands([created, paid], [unknownPayout])[0]?.caseId);
  });

  it("close with the review that the staff ends, by her", () => {
    const history = [created, paid, unknownPayout, contradiction];
    const commands = caseCommands(history, [resolved("closed")]);
    expect(kindsOf(commands)).toEqual(["resolved", "resolved"]);
    expect(commands[0]?.command).toMatchObject({ by: resolved("closed").resolvedBy });
  });

  it("close when later facts end the review, by nobody", () => {
    const history = [created, paid, payoutFailed, refunded(), refundFailed()];
    const asked = reviewed("refund-failed", "fact-1", { about: "refund", receiptId: "receipt-1" });
    const end = [refundSettled(), failed, resolved("overtaken", null)];
    const commands = caseCommands([...history, asked], end);
    expect(kindsOf(commands)).toEqual(["answered"]);
    expect(commands[0]?.command).toMatchObject({ by: null });
  });

  it("stay open where the same question is asked again behind the end of the review", () => {
    const history = [created, paid, unknownPayout, contradiction];
    const commands = caseCommands(history, [resolved("refund-ordered"), unknownPayout]);
    const ofUnknown = caseCommands([created, paid], [unknownPayout])[0]?.caseId;
    expect(commands.filter(({ caseId }) => caseId === ofUnknown)).toMatchObject([
      { command: { kind: "open" } },
    ]);
  });
});
