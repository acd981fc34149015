import { randomUUID } from "node:crypto";
import { callbackSignature } from "@sanu/sandbox";
import type { SentCallback } from "@sanu/testing";

/** What the gateway is documented to answer to a callback of a kind (docs/openapi.json). */
export const documented = {
  genuine: 200,
  "other amount": 200,
  backwards: 200,
  "unpaid order": 200,
  "unknown order": 200,
  stale: 400,
  malformed: 400,
  forged: 401,
  altered: 401,
} as const;
export type CallbackKind = keyof typeof documented;

export interface MixedCallback extends SentCallback {
  readonly kind: CallbackKind;
}

/** Older than a callback may be (`callbackLimits`), in seconds. */
const staleSeconds = 400;

interface CallbackBody {
  readonly event_id: string;
  readonly payment: Readonly<Record<string, unknown>>;
}

/** Callbacks beside a genuine one that may have no effect, whatever they say and whoever signed them. */
export function withoutEffect(sent: SentCallback, secret: string): readonly MixedCallback[] {
  const text = sent.body.toString("utf8");
  const body = JSON.parse(text) as CallbackBody;
  const claim = (payment: object, type: string): string =>
    JSON.stringify({
      ...body,
      event_id: randomUUID(),
      type,
      payment: { ...body.payment, ...payment },
    });
  const signed = (kind: CallbackKind, said: string, by = secret, age = 0): MixedCallback => ({
    kind,
    ...signedCallback(said, { secret: by, unixSeconds: Math.floor(Date.now() / 1_000) - age }),
  });
  const otherAmount = claim({ amount_xof: "1" }, "payment.completed");
  return [
    signed("stale", text, secret, staleSeconds),
    signed("stale", text, secret, -staleSeconds),
    signed("forged", text, `${secret} of somebody else`),
    signed("malformed", JSON.stringify({ ...body, payment: undefined })),
    { ...sent, kind: "altered", body: Buffer.from(otherAmount) },
    signed("other amount", otherAmount),
    signed("backwards", claim({ status: "pending", receipts: [] }, "payment.pending")),
    signed("backwards", claim({ status: "declined", receipts: [] }, "payment.declined")),
    signed("unknown order", claim({ merchant_key: randomUUID() }, "payment.completed")),
  ];
}

/** A callback that says that an order was paid, signed as the provider signs, while the provider knows better. */
export function claimOfPayment(
  order: { readonly id: string; readonly key: string; readonly amountXof: bigint },
  secret: string,
): MixedCallback {
  const now = new Date();
  const text = JSON.stringify({
    event_id: randomUUID(),
    type: "payment.completed",
    occurred_at: now.toISOString().replace("Z", "000Z"),
    payment: {
      id: order.id,
      merchant_key: order.key,
      status: "completed",
      amount_xof: order.amountXof.toString(),
    },
  });
  const unixSeconds = Math.floor(now.getTime() / 1_000);
  return { kind: "unpaid order", ...signedCallback(text, { secret, unixSeconds }) };
}

function signedCallback(
  text: string,
  by: { readonly secret: string; readonly unixSeconds: number },
): SentCallback {
  return {
    headers: {
      "content-type": "application/json",
      "x-sandbox-signature": callbackSignature(by.secret, text, by.unixSeconds),
    },
    body: Buffer.from(text),
  };
}
