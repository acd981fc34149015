import { CancelTransaction } from "@sanu/contracts";
import { type Answerer, answers, refuse, runDecider } from "@sanu/platform";
import type { House } from "../creation/house.ts";
import { guardWrites } from "../limits/guard-writes.ts";
import { findTransaction } from "../projections/detail/query.ts";
import { transaction } from "../transaction/decide.ts";

/** The owner changed her mind; what is paid already goes on. */
export function cancelTransaction(house: House): Answerer {
  const { database, store, clock, pageUrlOf } = house;
  return answers(CancelTransaction, async (ask, context) => {
    const known = await findTransaction(database, ask, pageUrlOf);
    if (known === undefined) return refuse("not-found");
    await runDecider({
      store,
      decider: transaction,
      streamId: ask.transactionId,
      command: { kind: "cancel", at: clock.now() },
      context: { ...context, causationId: ask.commandId },
      writes: (events, state) => (state.status === "none" ? [] : guardWrites(events, state.order)),
    });
    const present = await findTransaction(database, ask, pageUrlOf);
    return present === undefined ? refuse("not-found") : { transaction: present };
  });
}
