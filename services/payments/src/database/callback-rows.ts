import type { Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Breaks when the same callback has its effect a second time. */
export const callbackConstraint = "callbacks_pkey";

interface CallbackName {
  readonly provider: string;
  readonly eventId: string;
}

/** Inserts a callback in the transaction of its effect. */
export function insertCallback(
  callback: CallbackName & { readonly paymentId: string; readonly at: Instant },
): Statement {
  return CompiledQuery.raw(
    `insert into callbacks (provider, event_id, payment_id, received_at) values ($1, $2, $3, $4)`,
    [callback.provider, callback.eventId, callback.paymentId, callback.at],
  );
}

/** A row where the effect of a callback is committed: its row commits with it. */
export function knownCallback({ provider, eventId }: CallbackName): Statement {
  const text = "select 1 from callbacks where provider = $1 and event_id = $2";
  return CompiledQuery.raw(text, [provider, eventId]);
}
