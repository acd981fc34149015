import { StandingOrderEnded, StandingOrderOccurred, StandingOrderPlaced } from "@sanu/contracts";
import { type Clock, plusMs } from "@sanu/kernel";
import { commitEffect, type Database, defineReaction, type Reaction } from "@sanu/platform";
import { mailLimits } from "../mail/mail-limits.ts";
import { queueOrderMail } from "../mail/order-mails.ts";
import { noticeOfSession } from "./notice-of-session.ts";

export interface OrderMailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly afterMailQueued: () => void;
}

/** What owners of standing orders are mailed. */
export function standingOrderReactions(deps: OrderMailsDeps): readonly Reaction[] {
  return [
    whenStandingOrderPlaced(deps),
    whenStandingOrderOccurred(deps),
    whenStandingOrderEnded(deps),
  ];
}

/** Her session placed it: one that looks like another of hers, with somebody else's receiver, would be paid by her own consent. */
function whenStandingOrderPlaced(deps: OrderMailsDeps): Reaction {
  return defineReaction({
    name: "identity.when-standing-order-placed",
    fact: StandingOrderPlaced,
    aggregateId: ({ orderId }) => orderId,
    react: ({ accountId, placedAt: at }, { handled }) =>
      noticeOfSession(deps, { accountId, kind: "order-placed", at }, handled),
  });
}

/** It ordered: its owner gets the way to the payment page, as long as that can be paid. */
function whenStandingOrderOccurred(deps: OrderMailsDeps): Reaction {
  return defineReaction({
    name: "identity.when-standing-order-occurred",
    fact: StandingOrderOccurred,
    aggregateId: ({ orderId }) => orderId,
    async react({ accountId, outcome }, { handled }) {
      if (outcome.kind !== "ordered") return commitEffect(deps.database, [handled]);
      const { transactionId, payUntil: usefulUntil } = outcome;
      const at = deps.clock.now();
      const mail = { accountId, kind: "order-due", transactionId, at, usefulUntil } as const;
      const result = await commitEffect(deps.database, [handled, queueOrderMail(mail)]);
      deps.afterMailQueued();
      return result;
    },
  });
}

/** It failed too often. Every other end is one that its owner wanted. */
function whenStandingOrderEnded(deps: OrderMailsDeps): Reaction {
  return defineReaction({
    name: "identity.when-standing-order-ended",
    fact: StandingOrderEnded,
    aggregateId: ({ orderId }) => orderId,
    async react({ accountId, reason }, { handled }) {
      if (reason !== "failing") return commitEffect(deps.database, [handled]);
      const at = deps.clock.now();
      const usefulUntil = plusMs(at, mailLimits.noticeLifeMs);
      const mail = {
        accountId,
        kind: "order-failing",
        transactionId: null,
        at,
        usefulUntil,
      } as const;
      const result = await commitEffect(deps.database, [handled, queueOrderMail(mail)]);
      deps.afterMailQueued();
      return result;
    },
  });
}
