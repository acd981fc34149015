import type { Xof } from "@sanu/kernel";
import { callBudget, createProviderHttp, type ProviderHttp } from "../../http/provider-http.ts";
import type {
  CollectionQuery,
  CollectionRail,
  CollectionStatus,
} from "../../ports/collection-rail.ts";
import type { DisburseConditions, DisburseRail } from "../../ports/disburse-rail.ts";
import {
  type ConnectorOptions,
  notServed,
  type ProviderAccount,
  promptLifeMs,
  steadyRail,
} from "../connector.ts";
import { readPhone } from "../phone.ts";
import { refundOutcomeOf, refundStatusOf } from "../refund-by-payout.ts";
import { readEvent } from "./callback.ts";
import { modeOf } from "./modes.ts";
import { payOut, searchPath } from "./pay-out.ts";
import { readCreated, readFound, readLink, readRefundable, readStatus } from "./translate.ts";
import { readBalances, readFoundPayout } from "./translate-payout.ts";

/** Creation has no idempotency: a second call could move money a second time. */
export const fedapayRail = steadyRail("fedapay", "check-status-only");

/** More to one number within 24 hours are refused. */
const payoutsPerNumberAndDay = 3;

interface CollectionAccount extends ProviderAccount {
  readonly webhookSecrets: readonly string[];
}

/** Money in over the hosted page, and back by a payout to its payer. */
export function createFedapayCollectionRail(
  account: CollectionAccount,
  options: ConnectorOptions,
): CollectionRail {
  const http = createProviderHttp({ ...account, ...options });
  return {
    ...fedapayRail,
    serves: (channel) => modeOf(channel, account.environment) !== undefined,
    promptLifeMs,
    async initiate(order) {
      const mode = modeOf(order.channel, account.environment);
      if (mode === undefined) return notServed;
      const body = {
        description: order.description,
        amount: Number(order.amountXof),
        currency: { iso: "XOF" },
        ...(order.returnUrl !== undefined && { callback_url: order.returnUrl }),
        mode,
        merchant_reference: order.key,
        customer: { phone_number: phoneNumberOf(order.payerNumber) },
      };
      const left = callBudget(options.callTimeoutMs);
      const response = await http.call({ method: "POST", path: "/transactions", body });
      const created = readCreated(response, order);
      if (created.kind !== "accepted") return created;
      const { providerReference } = created.value;
      return readLink(await fetchLink(http, providerReference, left()), providerReference);
    },
    status: (query) =>
      findCollection(http, query, callBudget(query.withinMs ?? options.callTimeoutMs)),
    cancel: null,
    async refund(order) {
      const { key, providerReference, amountXof } = order;
      const left = callBudget(options.callTimeoutMs);
      const path = `/transactions/${encodeURIComponent(providerReference)}`;
      const refundable = readRefundable(await http.call({ method: "GET", path }), order);
      if (refundable.kind !== "accepted") return refundable;
      const description = `REFUND_${providerReference}`;
      const payout = { key, amountXof, kind: "refund", description, left } as const;
      return refundOutcomeOf(await payOut(http, { ...payout, ...refundable.value }));
    },
    async refundStatus({ key }) {
      const path = searchPath("payouts", key);
      return refundStatusOf(readFoundPayout(await http.call({ method: "GET", path }), key));
    },
    readCallback: (callback, now) => readEvent(account.webhookSecrets, callback, now),
    close: () => http.close(),
  };
}

interface DisburseAccount extends ProviderAccount {
  readonly payoutXofMin: Xof;
  readonly payoutXofMax: Xof;
}

/** Money out in two steps, `POST /payouts` and `PUT /payouts/start`. */
export function createFedapayDisburseRail(
  account: DisburseAccount,
  options: ConnectorOptions,
): DisburseRail {
  const http = createProviderHttp({ ...account, ...options });
  const floats = async () => readBalances(await http.call({ method: "GET", path: "/balances" }));
  return {
    ...fedapayRail,
    serves: (channel) => modeOf(channel, account.environment) !== undefined,
    limits: {
      amountXofMin: account.payoutXofMin,
      amountXofMax: account.payoutXofMax,
      payoutsPerNumberAndDay,
    },
    async disburse({ key, amountXof, number, channel, description }) {
      const mode = modeOf(channel, account.environment);
      if (mode === undefined) return notServed;
      const customer = { phone_number: phoneNumberOf(number) };
      const left = callBudget(options.callTimeoutMs);
      const payout = { key, amountXof, kind: "disbursement", description, mode, left } as const;
      return payOut(http, { ...payout, customer });
    },
    async status(key) {
      const path = searchPath("payouts", key);
      return readFoundPayout(await http.call({ method: "GET", path }), key);
    },
    async conditions(channel): Promise<DisburseConditions> {
      if (modeOf(channel, account.environment) === undefined) return { kind: "unknown-channel" };
      const reading = await floats();
      if (reading.kind !== "floats") return reading;
      const payer = reading.floats.find(({ channels }) => channels?.includes(channel) ?? true);
      if (payer === undefined) return { kind: "unknown-channel" };
      return {
        kind: "conditions",
        isOpen: true,
        amountXofMin: account.payoutXofMin,
        amountXofMax: account.payoutXofMax,
        floatXof: payer.availableXof,
      };
    },
    floats,
    close: () => http.close(),
  };
}

/** By reference once one is known, else by our key. An order whose first answer was lost says its link only now. */
async function findCollection(
  http: ProviderHttp,
  { key, providerReference }: CollectionQuery,
  left: () => number,
): Promise<CollectionStatus> {
  const get = (path: string) => http.call({ method: "GET", path, timeoutMs: left() });
  if (providerReference !== null) {
    const read = await get(`/transactions/${encodeURIComponent(providerReference)}`);
    return readStatus(read, { id: providerReference, key });
  }
  const found = readFound(await get(searchPath("transactions", key)), key);
  if (found.kind !== "pending" || found.paymentUrl !== null) return found;
  const { providerReference: id } = found;
  const link = readLink(await fetchLink(http, id, left()), id);
  return link.kind === "accepted" ? { kind: "pending", ...link.value } : link;
}

function fetchLink(http: ProviderHttp, id: string, timeoutMs: number) {
  const path = `/transactions/${encodeURIComponent(id)}/token`;
  return http.call({ method: "POST", path, body: {}, timeoutMs });
}

function phoneNumberOf(e164: string) {
  const reading = readPhone(e164);
  const country = reading.kind === "phone" ? reading.phone.country.toLowerCase() : "bj";
  return { number: e164, country };
}
