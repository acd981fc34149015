import { basisPoints, newId, plusMs } from "@sanu/kernel";
import { type EventStore, type LoadedStream, TooMuchContentionError } from "@sanu/platform";
import { expect, it } from "vitest";
import type { CaseEvent } from "../case/events.ts";
import type { TransactionEvent } from "../transaction/events.ts";
import { example, francs } from "../transaction/example-commands.fixture.ts";
import { completed, created, paid, reviewed } from "../transaction/example-events.fixture.ts";
import { approveOfTransaction } from "./approve-of-transaction.ts";

const { transactionId, at } = example;
const [caseId, ama, kofi] = [newId<"CaseId">(), newId<"AccountId">(), newId<"AccountId">()];
const opened: CaseEvent = {
  type: "CaseOpened",
  v: 1,
  caseId,
  kind: "payment-amount-differs",
  subject: { kind: "receipt", id: paid.receiptId },
  transactionId,
  money: francs(10_000n),
  shown: francs(6_000n),
  since: at,
  openedAt: at,
};
const proposed: CaseEvent = {
  type: "CaseVerdictProposed",
  v: 1,
  caseId,
  proposalId: "p1",
  proposed: { kind: "other-amount" },
  evidenceSha256: "a".repeat(64),
  proposedBy: ama,
  expiresAt: plusMs(at, 60_000),
  proposedAt: at,
};
const closed: CaseEvent = {
  type: "CaseClosed",
  v: 1,
  caseId,
  closing: "answered",
  closedBy: null,
  closedAt: at,
};
const asked = (shown: bigint) =>
  reviewed("contradicting-facts", `word-${shown}`, {
    about: "payment",
    receiptId: paid.receiptId,
    denied: francs(10_000n),
    shown: francs(shown),
  });
const streamOf = <Event>(...events: readonly Event[]): LoadedStream<Event> => ({
  events,
  version: events.length,
});

/** Whoever loads the case first has it as it was before `meanwhile`; no append gets through. */
function approval(meanwhile: readonly CaseEvent[]) {
  let loads = 0;
  const cases: Pick<EventStore<CaseEvent>, "load" | "statementsOf"> = {
    load() {
      loads += 1;
      return Promise.resolve(streamOf(opened, proposed, ...(loads === 1 ? [] : meanwhile)));
    },
    statementsOf: () => [],
  };
  const store: EventStore<TransactionEvent> = {
    load: () =>
      Promise.resolve(
        streamOf<TransactionEvent>(created, paid, completed, asked(6_000n), asked(4_000n)),
      ),
    recall: () => undefined,
    append: () => Promise.resolve({ kind: "conflict" }),
    statementsOf: () => [],
  };
  const floats = {
    expectChange: () => undefined,
    staleAfterMs: () => 0,
    feeShare: basisPoints(0n),
    breaker: { windowMs: 0 },
  };
  const deps = { cases, store, floats } as unknown as Parameters<typeof approveOfTransaction>[0];
  return approveOfTransaction(deps, {
    caseId,
    command: {
      kind: "approve",
      proposalId: "p1",
      reasonSha256: "b".repeat(64),
      by: kofi,
      at,
    },
    context: { correlationId: "c", causationId: "d", remainingMs: () => 60_000 },
    writes: [],
  });
}

it("is weighed anew where a newer word of the provider has closed its case in that moment", async () => {
  expect(await approval([closed])).toBe("other");
});

it("is nobody's answer where the transaction alone changes too often", async () => {
  await expect(approval([])).rejects.toThrow(TooMuchContentionError);
});
