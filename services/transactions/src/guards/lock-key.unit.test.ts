import { describe, expect, it } from "vitest";
import type { TransactionEvent } from "../transaction/events.ts";
import { completed, created, failed, linked, paid } from "../transaction/example-events.fixture.ts";
import { lockKeyOf } from "./lock-key.ts";

const context = { correlationId: "request", causationId: "command" };
const keyOf = (before: readonly TransactionEvent[], ...events: [TransactionEvent]) =>
  lockKeyOf({
    streamId: created.transactionId,
    loaded: { events: before, version: before.length },
    events,
    context,
  });

describe("what a transaction appends", () => {
  it("locks rows of its account when it is ordered, paid and completed", () => {
    const { accountId } = created;
    expect(keyOf([], created)).toBe(accountId);
    expect(keyOf([created, linked], paid)).toBe(accountId);
    expect(keyOf([created, linked, paid], completed)).toBe(accountId);
  });

  it("locks nothing of others when its link arrives", () => {
    expect(keyOf([created], linked)).toBeNull();
  });

  it("leaves alone when it says anything else, for that may lock more", () => {
    expect(keyOf([created, linked], failed)).toBeUndefined();
    const both: [TransactionEvent, TransactionEvent] = [linked, failed];
    expect(
      lockKeyOf({
        streamId: created.transactionId,
        loaded: { events: [created], version: 1 },
        events: both,
        context,
      }),
    ).toBeUndefined();
  });
});
