import { WalletChanged } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { noticeOfSession, type SessionNoticeDeps } from "./notice-of-session.ts";

/** A receiver or number that her next order may go to was saved by whoever holds her session. */
export function whenWalletChanged(deps: SessionNoticeDeps): Reaction {
  return defineReaction({
    name: "identity.when-wallet-changed",
    fact: WalletChanged,
    aggregateId: ({ accountId }) => accountId,
    react: ({ accountId, changedAt: at }, { handled }) =>
      noticeOfSession(deps, { accountId, kind: "wallet-changed", at }, handled),
  });
}
