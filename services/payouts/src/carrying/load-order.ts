import { fold } from "@sanu/kernel";
import type { Attempt } from "@sanu/platform";
import { payout } from "../payout/decide.ts";
import type { PayoutOrder } from "../payout/state.ts";
import type { SatsTransfer, XofTransfer } from "../payout/transfer.ts";
import type { PayoutDeps } from "./deps.ts";

type OrderOf<Kind> = PayoutOrder & { readonly transfer: Kind };

/** The order behind an attempt to send sats. Throws where the log knows none: an attempt commits with its order. */
export async function loadSatsOrder(
  deps: Pick<PayoutDeps, "store">,
  attempt: Attempt,
): Promise<OrderOf<SatsTransfer>> {
  const { transfer, ...order } = await loadOrder(deps, attempt);
  if (transfer.kind === "disbursement") throw new Error(`${attempt.attemptId} sends no XOF`);
  return { ...order, transfer };
}

/** The order behind an attempt to pay out XOF; throws like `loadSatsOrder`. */
export async function loadXofOrder(
  deps: Pick<PayoutDeps, "store">,
  attempt: Attempt,
): Promise<OrderOf<XofTransfer>> {
  const { transfer, ...order } = await loadOrder(deps, attempt);
  if (transfer.kind !== "disbursement") throw new Error(`${attempt.attemptId} sends no sats`);
  return { ...order, transfer };
}

/** An order never changes, so what is remembered of it is as good as what is read. */
async function loadOrder(
  { store }: Pick<PayoutDeps, "store">,
  { subjectId, attemptId }: Attempt,
): Promise<PayoutOrder> {
  const { events } = store.recall(subjectId) ?? (await store.load(subjectId));
  const state = fold(payout, events);
  if (state.status === "none") throw new Error(`Attempt ${attemptId} has no payout`);
  return state.order;
}
