import {
  type Attempt,
  contextOfAttempt,
  leaveAlone,
  type Ordered,
  releaseAttempt,
  type Statement,
  storeTogether,
} from "@sanu/platform";
import { destinationMark, type PreparedSend } from "@sanu/rails";
import { isHeld, type Payout } from "../../state.ts";
import type { SendDeps } from "../deps.ts";
import { feeLimitOf } from "../fee-limit.ts";
import { fetchReceiver } from "../fetch-receiver.ts";
import { transferOf } from "../prepare.ts";
import { assemble, type Candidate, type LeftOut, type Member, withoutThose } from "./assemble.ts";
import { GOES_ALONE } from "./await-batch.ts";

type BatchDeps = Pick<SendDeps, "rail" | "records" | "request" | "network" | "terms"> & {
  readonly stateOf: (attempt: Attempt) => Promise<Ordered<Payout>>;
  /** Each is asked about so soon behind the publication. */
  readonly statusCheckFirstMs: number;
  /** Whether they are still held long enough: who stood still would free the coins of what another one has stored meanwhile. */
  readonly mayCall: () => boolean;
};

export interface CarriedBatch {
  /** All of it in one transaction, or nothing. */
  readonly writes: readonly Statement[];
  /** What is stored by it, and published then. */
  readonly stored: readonly (Member & { readonly prepared: PreparedSend })[];
}

/** Decides about each of them, and signs one transaction for those that go together. It moves nothing and stores nothing. */
export async function prepareBatch(
  deps: BatchDeps,
  attempts: readonly Attempt[],
): Promise<CarriedBatch> {
  const candidates = await Promise.all(attempts.map((attempt) => candidateOf(deps, attempt)));
  const { together, alone, later } = assemble(candidates);
  const orders = together.map(({ order }) => order);
  if (!deps.mayCall()) return { stored: [], writes: [] };
  const offered = orders.length > 0 ? await deps.rail.prepareBatch?.(orders) : undefined;
  if (offered === undefined) return left({ alone, later });
  if (offered.kind === "accepted") {
    const stored = together.flatMap((member, at) => {
      const prepared = offered.value[at];
      return prepared === undefined ? [] : [{ ...member, prepared }];
    });
    if (stored.length !== together.length) throw new Error("A batch lacks some of its members");
    const signed = stored.flatMap(({ attempt, prepared }) => [
      deps.records.signed(prepared),
      storeTogether(attempt, prepared, deps.statusCheckFirstMs),
    ]);
    return { stored, writes: [...signed, ...left({ alone, later }).writes] };
  }
  const fallen = withoutThose(together, offered.kind === "rejected" ? offered.keys : []);
  return left({ alone: [...alone, ...fallen.alone], later: [...later, ...fallen.later] });
}

function left({ alone, later }: LeftOut): CarriedBatch {
  const writes = [
    ...alone.map((attempt) => leaveAlone(attempt, GOES_ALONE)),
    ...later.map((attempt) => releaseAttempt(attempt, attempt.nextAt)),
  ];
  return { stored: [], writes };
}

/** What is not as it should be is no matter of the others: its own preparation finds the same, and says so. */
async function candidateOf(deps: BatchDeps, attempt: Attempt): Promise<Candidate> {
  const state = await deps.stateOf(attempt);
  const { payoutId, transactionId } = state.order;
  const transfer = transferOf(state);
  const feeLimitSats = feeLimitOf(transfer, deps.terms);
  const none = { attempt, order: null };
  if (isHeld(state) || feeLimitSats < 1n) return none;
  const context = contextOfAttempt(attempt);
  const fetched = await fetchReceiver(deps, { transactionId, transfer }, context);
  if (fetched.kind !== "receiver" || fetched.receiver.kind !== "onchain") return none;
  const mark = destinationMark("address", fetched.receiver.canonical);
  if (!(await deps.records.takePlace(payoutId, mark))) return none;
  const { amountSats } = transfer;
  const order = { key: attempt.attemptId, destination: fetched.receiver, amountSats, feeLimitSats };
  return { attempt, order };
}
