import { callBudget } from "../../http/provider-http.ts";
import type {
  CollectionQuery,
  CollectionRail,
  CollectionStatus,
  RefundStatus,
} from "../../ports/collection-rail.ts";
import type { DisburseRail, DisburseStatus } from "../../ports/disburse-rail.ts";
import { type ConnectorOptions, notServed, promptLifeMs, steadyRail } from "../connector.ts";
import { readEvent } from "./callback.ts";
import { canBePaidOut, multipleOfXof, operatorOf, payoutTermsOf } from "./channels.ts";
import type { Hub2Http } from "./hub2-http.ts";
import { findTransfer, searchPath, transfer } from "./transfers.ts";
import { readAttempted, readFound, readIntent, readRefundable, readStatus } from "./translate.ts";
import { payoutKind, readBalance, refundKind } from "./translate-transfer.ts";

/** No page says that a reference is taken once: a second call could move money a second time. */
export const hub2Rail = steadyRail("hub2", "check-status-only");

/** Money in by an intent and an attempt on it, and back by a transfer to its payer. */
export function createHub2CollectionRail(
  http: Hub2Http,
  webhookSecrets: readonly string[],
  options: ConnectorOptions,
): CollectionRail {
  return {
    ...hub2Rail,
    serves: (channel) => operatorOf(channel) !== undefined,
    // What is taken in has to fit through a refund.
    limits: { multipleOfXof },
    promptLifeMs,
    async initiate({ key, amountXof, payerNumber, channel, returnUrl }) {
      const operator = operatorOf(channel);
      if (operator === undefined) return notServed;
      const left = callBudget(options.callTimeoutMs);
      const references = { customerReference: key, purchaseReference: key };
      const wanted = { ...references, amount: Number(amountXof), currency: "XOF" };
      const made = await http.call({ method: "POST", path: "/payment-intents", body: wanted });
      const intent = readIntent(made, { key, amountXof });
      if (intent.kind !== "accepted") return intent;
      const { id, token } = intent.value;
      const { country, provider } = operator;
      const back = returnUrl === undefined ? {} : { onFinishRedirectionUrl: returnUrl };
      const mobileMoney = { msisdn: payerNumber, ...back };
      const body = { token, paymentMethod: "mobile_money", country, provider, mobileMoney };
      const path = `/payment-intents/${encodeURIComponent(id)}/payments`;
      const answer = await http.call({ method: "POST", path, body, timeoutMs: left() });
      const attempted = readAttempted(answer, { id, key, amountXof });
      return attempted.kind === "unknown" ? { ...attempted, providerReference: id } : attempted;
    },
    status: (query) => findCollection(http, query),
    cancel: null,
    async refund(given) {
      const { key, providerReference, amountXof } = given;
      if (!canBePaidOut(amountXof)) return { kind: "rejected", reason: "not-refundable" };
      const left = callBudget(options.callTimeoutMs);
      const path = `/payment-intents/${encodeURIComponent(providerReference)}`;
      const refundable = readRefundable(await http.call({ method: "GET", path }), given);
      if (refundable.kind !== "accepted") return refundable;
      const order = { key, amountXof, description: "REFUND", ...refundable.value };
      const ordered = await transfer(http, { ...order, timeoutMs: left() }, refundKind);
      if (ordered.kind !== "accepted") return ordered;
      const { value } = ordered;
      const settled = value.kind === "settled" ? refundSettled(value) : null;
      return { kind: "accepted", value: { refundReference: value.id, settled } };
    },
    async refundStatus(query): Promise<RefundStatus> {
      const found = await findTransfer(http, query, refundKind);
      switch (found.kind) {
        case "settled":
          return refundSettled(found);
        case "failed":
          return { kind: "failed", reason: found.reason };
        case "pending":
          return { kind: "pending" };
        case "not-found":
        case "unknown":
          return found;
      }
    },
    readCallback: (callback, now) => readEvent(webhookSecrets, callback, now),
    close: () => http.close(),
  };
}

function refundSettled({
  amountXof,
  settledAt,
}: Pick<Extract<DisburseStatus, { kind: "settled" }>, "amountXof" | "settledAt">) {
  return { kind: "settled", amountXof, settledAt } as const;
}

/** Money out, from one account to all channels. */
export function createHub2DisburseRail(
  http: Hub2Http,
  agreedChannels: readonly string[],
): DisburseRail {
  const floats = async () =>
    readBalance(await http.call({ method: "GET", path: "/balance?currency=XOF" }));
  return {
    ...hub2Rail,
    serves: (channel) => payoutTermsOf(channel, agreedChannels) !== undefined,
    limits: { multipleOfXof },
    async disburse({ key, amountXof, number, channel, description }) {
      const terms = payoutTermsOf(channel, agreedChannels);
      if (terms === undefined || !canBePaidOut(amountXof)) return notServed;
      const { country, provider } = terms;
      const order = { key, amountXof, description, country, provider, number };
      const ordered = await transfer(http, order, payoutKind);
      if (ordered.kind !== "accepted") return ordered;
      const { id: providerReference, ...status } = ordered.value;
      return { kind: "accepted", value: { ...status, providerReference } };
    },
    async status(key, providerReference = null): Promise<DisburseStatus> {
      const query = { key, providerReference };
      const found = await findTransfer(http, query, payoutKind);
      if (found.kind === "not-found" || found.kind === "unknown") return found;
      const { id, ...status } = found;
      return { ...status, providerReference: id };
    },
    async conditions(channel) {
      const terms = payoutTermsOf(channel, agreedChannels);
      if (terms === undefined) return { kind: "unknown-channel" };
      const reading = await floats();
      if (reading.kind !== "floats") return reading;
      const { amountXofMin, amountXofMax } = terms;
      const floatXof = reading.floats[0]?.availableXof;
      return floatXof === undefined
        ? { kind: "unknown-channel" }
        : { kind: "conditions", isOpen: true, amountXofMin, amountXofMax, floatXof };
    },
    floats,
    close: () => http.close(),
  };
}

async function findCollection(
  http: Hub2Http,
  { key, providerReference, withinMs: timeoutMs }: CollectionQuery,
): Promise<CollectionStatus> {
  if (providerReference !== null) {
    const path = `/payment-intents/${encodeURIComponent(providerReference)}`;
    const read = await http.call({ method: "GET", path, timeoutMs });
    return readStatus(read, { id: providerReference, key });
  }
  const path = searchPath("payment-intents", "purchaseReference", key);
  return readFound(await http.search(path, timeoutMs), key);
}
