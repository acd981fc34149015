import type { AttemptKind, CallingStep, NextStep } from "@sanu/attempts";
import { newId, systemClock } from "@sanu/kernel";
import type { Database, Statement } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import type { Attempt } from "./attempt.ts";
import { type AttemptsWorker, createAttemptsWorker } from "./attempts-worker.ts";
import type { ProviderKinds } from "./read-attempts.ts";
import {
  attemptMaybeSentColumn,
  attemptOutageColumns,
  attemptProviderColumns,
  attemptTables,
} from "./tables.ts";
import type { AttemptsWorkerOptions } from "./worker-options.ts";
import type { AttemptUpdate } from "./write-attempt.ts";
import { insertAttempt, markReviewed, updateAttempt } from "./write-attempt.ts";

/** The attempts of a service as its migrations leave them, but for their steps. */
export const attemptSchema: readonly string[] = [
  ...attemptTables,
  ...attemptOutageColumns,
  ...attemptProviderColumns,
  ...attemptMaybeSentColumn,
];

export type Said = "yes" | "no" | "nothing" | "paid";

export function updateAfter(said: Said, attempt: Attempt): AttemptUpdate {
  const statusChecks = attempt.statusChecks + 1;
  switch (said) {
    case "yes":
      return { state: "accepted", nextInMs: 60_000, statusChecks, lastError: null };
    case "no":
      return { state: "rejected", nextInMs: null, statusChecks, lastError: "declined" };
    case "nothing":
      return { state: "unknown", nextInMs: 0, statusChecks, lastError: "no-response" };
    case "paid":
      return { state: "settled", nextInMs: null, statusChecks, lastError: null };
  }
}

/** The simplest rule: call what was never called, check the status of everything else. */
export function simpleStep(attempt: Attempt): NextStep {
  if (attempt.state === "rejected" || attempt.state === "settled") {
    return { kind: attempt.statusCheckRequested ? "check-status" : "rest" };
  }
  if (attempt.calledAt !== null)
    return { kind: attempt.cancelRequested ? "cancel" : "check-status" };
  const needsPreparation = attempt.kind === "send" && attempt.naturalKey === null;
  return { kind: needsPreparation ? "prepare" : "call" };
}

export interface NewOrder {
  readonly subjectId?: string;
  readonly attemptNumber?: number;
  readonly kind?: AttemptKind;
  readonly leasedBy?: string | null;
  readonly leaseMs?: number;
  readonly provider?: string;
}

export async function insertNewAttempt(database: Database, order: NewOrder = {}): Promise<Attempt> {
  const { statement, attempt } = newAttempt(order);
  await database.query(statement);
  return attempt;
}

export function newAttempt(order: NewOrder = {}): {
  readonly statement: Statement;
  readonly attempt: Attempt;
} {
  const { kind = "collection", leaseMs } = order;
  return insertAttempt({
    order: {
      attemptId: newId(),
      subjectId: order.subjectId ?? newId(),
      attemptNumber: order.attemptNumber ?? 1,
      kind,
    },
    provider: order.provider ?? "carrier",
    context: { correlationId: "c-1", causationId: "e-1" },
    leasedBy: order.leasedBy ?? null,
    clock: systemClock,
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });
}

export interface ProviderStep {
  readonly attemptId: string;
  readonly step: CallingStep;
}

export const carrier: ProviderKinds = {
  provider: "carrier",
  kinds: ["collection", "send"],
};

type TestOptions = Partial<AttemptsWorkerOptions<Said>> &
  Pick<AttemptsWorkerOptions<Said>, "perform" | "onError">;

export function simpleWorker(database: Database, options: TestOptions): AttemptsWorker {
  return createAttemptsWorker<Said>({
    database,
    gate: createGate(),
    providers: [carrier],
    nextStep: simpleStep,
    prepare: async ({ attemptId }) => ({ kind: "prepared", naturalKey: attemptId, payload: "x" }),
    reportOfUsedKey: () => "no",
    async onReport(attempt, said) {
      await database.query(updateAttempt(attempt, updateAfter(said, attempt)));
    },
    onLost: () => undefined,
    async onReview(attempt) {
      await database.query(markReviewed(attempt, 0));
    },
    ...options,
  });
}
