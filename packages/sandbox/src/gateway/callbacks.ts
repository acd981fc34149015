import { createHmac, randomUUID } from "node:crypto";
import { type Clock, epochMsOf } from "@sanu/kernel";
import type { Journal } from "../journal/journal.ts";
import type { Delays } from "../limits.ts";
import type { Scheduler } from "../scheduler.ts";
import { type Payment, statusOf } from "./payment.ts";
import { paymentBody } from "./payment-body.ts";
import { postCallback } from "./post-callback.ts";

/** How callbacks are sent; tests make them come often, late, mixed up or not at all. */
export interface CallbackSettings {
  /** Null sends none. */
  readonly url: string | null;
  /** How often each is sent. */
  readonly copies: number;
  /** Waits this long, up to twice as long by chance, so that callbacks overtake each other; 0 sends at once. */
  readonly scatterMs: number;
}

export interface Callbacks {
  /** Tells the merchant how a payment stands now; returns at once. */
  readonly send: (payment: Payment, copies?: number) => void;
  /** Tells that the gateway has changed its word about money that it sent. */
  readonly sendAbout: (subject: CallbackSubject) => void;
  readonly change: (settings: Partial<CallbackSettings>) => void;
  /** How many were never answered yet, nor broke off; those that are sent again are none of them. */
  readonly countUnderWay: () => number;
  readonly close: () => void;
}

export interface CallbackSubject {
  readonly kind: "refund" | "disbursement";
  readonly status: "reversed";
  readonly id: string;
  readonly key: string;
}

interface CallbackParts {
  readonly journal: Journal;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly delays: Delays;
  readonly secret: string;
  readonly url: string | null;
}

interface Delivery {
  readonly paymentId: string;
  readonly eventId: string;
  readonly body: string;
}

/** Sends signed callbacks, each again after a pause while it is not answered with 2xx, a few times. */
export function createCallbacks(parts: CallbackParts): Callbacks {
  const { scheduler, clock, delays } = parts;
  let settings: CallbackSettings = { url: parts.url, copies: 1, scatterMs: 0 };
  const closing = new AbortController();
  let underWay = 0;

  const deliver = async (delivery: Delivery, attempt: number): Promise<void> => {
    const { url } = settings;
    if (url === null || closing.signal.aborted) return;
    const { body } = delivery;
    const unixSeconds = Math.floor(epochMsOf(clock.now()) / 1_000);
    const headers = { "x-sandbox-signature": callbackSignature(parts.secret, body, unixSeconds) };
    const response = await postCallback({ url, body, headers, signal: closing.signal });
    if (closing.signal.aborted) return;
    const { paymentId, eventId } = delivery;
    parts.journal.record({ kind: "callback-sent", paymentId, eventId, response });
    const pauseMs = delays.callbackRetriesMs[attempt];
    if (response.startsWith("2") || pauseMs === undefined) return;
    scheduler.after(pauseMs, () => void deliver(delivery, attempt + 1));
  };

  const sendCopies = (paymentId: string, said: object, copies: number) => {
    const eventId = randomUUID();
    const event = { event_id: eventId, occurred_at: clock.now(), ...said };
    const delivery = { paymentId, eventId, body: JSON.stringify(event) };
    for (let copy = 0; copy < copies * settings.copies; copy += 1) {
      const delayMs = settings.scatterMs * (1 + Math.random());
      underWay += 1;
      scheduler.after(delayMs, () => {
        void deliver(delivery, 0).finally(() => {
          underWay -= 1;
        });
      });
    }
  };

  return {
    send(payment, copies = 1) {
      const body = paymentBody(payment, null);
      sendCopies(payment.id, { type: `payment.${statusOf(payment)}`, payment: body }, copies);
    },
    sendAbout({ kind, status, id, key }) {
      sendCopies(id, { type: `${kind}.${status}`, [kind]: { id, merchant_key: key, status } }, 1);
    },
    change(changes) {
      settings = { ...settings, ...changes };
    },
    countUnderWay: () => underWay,
    close: () => closing.abort(),
  };
}

/** `t=<unix seconds>,s=<hex HMAC-SHA-256 of "<t>.<raw body>">`. */
export function callbackSignature(secret: string, body: string, unixSeconds: number): string {
  const signature = createHmac("sha256", secret).update(`${unixSeconds}.${body}`).digest("hex");
  return `t=${unixSeconds},s=${signature}`;
}
