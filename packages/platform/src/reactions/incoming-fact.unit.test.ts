import { PaymentCompleted } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { incomingFact, laneOf, lanesOf, readFact } from "./incoming-fact.ts";
import { paymentCompleted as data } from "./payment-completed.fixture.ts";
import { defineReaction } from "./reaction.ts";

const headers = {
  "ce-id": newId<string>(),
  "ce-type": "sanu.payments.PaymentCompleted.v1",
  "ce-source": "/sanu/payments",
  "ce-subject": data.paymentId,
  "ce-time": "2026-11-21T07:00:00.000000Z",
  "ce-correlationid": "request-1",
  "ce-causationid": "command-1",
  "ce-position": "2.700.31",
};
const reaction = defineReaction({
  name: "when-payment-completed",
  fact: PaymentCompleted,
  aggregateId: (fact) => fact.transactionId,
  react: () => Promise.resolve({ kind: "nothing-new" }),
});
const bytes = (text: string) => new TextEncoder().encode(text);
const incoming = (change: Record<string, string> = {}, body = bytes(JSON.stringify(data))) =>
  incomingFact({ ...headers, ...change }, body, "PAYMENTS:7");
const reasonFor = (fact: ReturnType<typeof incoming>) => {
  const reading = readFact([reaction], fact);
  return reading.kind === "unreadable" ? reading.reason : "read";
};

describe("a fact that comes in", () => {
  it("is read by its reaction and waits for both aggregates it concerns", () => {
    const fact = incoming();
    const reading = readFact([reaction], fact);

    expect(reading).toMatchObject({ kind: "read", fact: { aggregateId: data.transactionId } });
    expect(fact.at).toEqual({ logEpoch: 2, transactionId: 700n, position: 31n });
    expect(laneOf(fact)).toBe(data.paymentId);
    expect(lanesOf(fact, reading)).toEqual([data.transactionId, data.paymentId]);
  });

  it("is told apart by its place in the stream when it is no fact at all", () => {
    const stranger = incomingFact({ "ce-subject": "" }, bytes("{}"), "PAYMENTS:7");

    expect(stranger).toMatchObject({ factId: "PAYMENTS:7", attributes: undefined });
    expect(laneOf(stranger)).toBe("PAYMENTS:7");
    expect(stranger.at).toEqual({ logEpoch: 0, transactionId: 0n, position: 0n });
    expect(reasonFor(stranger)).toBe("the headers are not those of a fact");
  });

  it.each([
    { "ce-type": "sanu.payments.PaymentCompleted" },
    { "ce-time": "yesterday" },
    { "ce-correlationid": "" },
  ])("keeps its id, its aggregate and its place when another header is broken: %j", (broken) => {
    const fact = incoming(broken);

    expect(fact).toMatchObject({ factId: headers["ce-id"], attributes: undefined });
    expect(fact.at).toEqual({ logEpoch: 2, transactionId: 700n, position: 31n });
    expect(laneOf(fact)).toBe(data.paymentId);
    expect(reasonFor(fact)).toBe("the headers are not those of a fact");
  });

  it.each(["2147483648.1.1", `1.${2n ** 63n}.1`, `1.1.${"9".repeat(400)}`, "1.1", "-1.1.1"])(
    "that claims the place %s, which no log has, is put before all others",
    (position) => {
      expect(incoming({ "ce-position": position }).at).toEqual(incomingFact({}, bytes(""), "x").at);
    },
  );

  it("is unreadable, and says why, in every way in which it can be broken", () => {
    expect(reasonFor(incoming({ "ce-type": "sanu.payments.PaymentCompleted.v9" }))).toBe(
      "no schema for sanu.payments.PaymentCompleted.v9",
    );
    expect(reasonFor(incoming({ "ce-type": "sanu.payments.PaymentMoved.v1" }))).toBe(
      "no reaction to sanu.payments.PaymentMoved.v1",
    );
    expect(reasonFor(incoming({}, bytes("{")))).toMatch(/^SyntaxError/);
    expect(reasonFor(incoming({}, bytes("{}")))).toMatch(/^ZodError/);
    expect(reasonFor(incoming({}, Uint8Array.of(0xff, 0xfe)))).toMatch(/^TypeError/);
    expect(lanesOf(incoming(), { kind: "unreadable", reason: "" })).toEqual([data.paymentId]);
  });
});
