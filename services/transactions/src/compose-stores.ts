import type { ServiceBase } from "@sanu/platform";
import { openStores, type Stores } from "./stores.ts";

/** A part of `compose`: the stores; what they commit wakes the relay and whoever follows a transaction. */
export function storesOf(base: ServiceBase, changedSubject: string): Stores {
  return openStores({
    ...base,
    afterPublicCommit: base.wakeRelay,
    // Nobody can follow a transaction before it exists.
    afterCommit: (transactionId, [first]) => {
      if (first?.type === "TransactionCreated") return;
      base.messaging().publishCore(changedSubject, transactionId);
    },
  });
}
