import { GetPaymentLink, PaymentInitiated } from "@sanu/contracts";
import type { PaymentId } from "@sanu/kernel";
import {
  type Database,
  defineReaction,
  freezeAnswer,
  type Messaging,
  type Reaction,
  type ReactionGiven,
} from "@sanu/platform";
import { createAnswerText } from "../creation/create-answer.ts";
import { keepLink } from "../creation/private-row.ts";
import { findCreation } from "../creation/read-creation.ts";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

export const linkLimits = { askTimeoutMs: 2_000 } as const;

export interface LinkNeeds extends ReactionNeeds {
  readonly database: Database;
  readonly ask: Messaging["ask"];
  readonly pageUrlOf: (token: string) => string;
  /** Tells every replica that an order's answer is known. */
  readonly announce: (transactionId: string) => void;
}

/** The payment can be made: its link is recorded, and whoever waits for it is answered with it. */
export function whenPaymentInitiated(needs: LinkNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payment-initiated",
    fact: PaymentInitiated,
    aggregateId: ({ transactionId }) => transactionId,
    async react({ transactionId, paymentId }, given) {
      const { at, causeId } = causeOf(needs, given);
      const [paymentUrl, creation] = await Promise.all([
        getLink(needs, paymentId, given),
        findCreation(needs.database, transactionId),
      ]);
      const writes = [keepLink(transactionId, paymentUrl, at)];
      if (creation?.has_key === true) {
        const url = paymentUrl ?? needs.pageUrlOf(creation.page_token);
        writes.push(freezeAnswer(transactionId, createAnswerText(creation, url)));
      }
      const command = { kind: "link-payment", paymentId, causeId, at } as const;
      const result = await carryOut(needs, given, { transactionId, command, writes });
      if (result.kind === "accepted") needs.announce(transactionId);
      return result;
    },
  });
}

/** The provider's page, null where it has none. Throws while payments cannot say: the fact comes again. */
async function getLink(
  needs: LinkNeeds,
  paymentId: PaymentId,
  { context }: ReactionGiven,
): Promise<string | null> {
  const options = { context, timeoutMs: linkLimits.askTimeoutMs };
  const answer = await needs.ask(GetPaymentLink, { paymentId }, options);
  if (answer.kind === "answered") return answer.data.paymentUrl;
  const why = answer.kind === "refused" ? answer.refusal.code : answer.cause;
  throw new Error(`payments did not tell the link of ${paymentId}: ${why}`);
}
