import { callBudget, createProviderHttp } from "../../http/provider-http.ts";
import type { CollectionRail } from "../../ports/collection-rail.ts";
import type { DisburseRail } from "../../ports/disburse-rail.ts";
import {
  type ConnectorOptions,
  notServed,
  type ProviderAccount,
  promptLifeMs,
  steadyRail,
} from "../connector.ts";
import { type CallbackTrust, readSignedCallback } from "./callback.ts";
import { place, read } from "./place.ts";
import { accountOfNumber } from "./predict.ts";
import { servedChannel } from "./providers.ts";
import { readDeposit, readDeposited, readKnownDeposit } from "./translate.ts";
import {
  disbursed,
  disburseStatusOf,
  payoutKind,
  readConditions,
  readOut,
  readWallets,
  refunded,
  refundKind,
  refundStatusOf,
} from "./translate-payout.ts";

/** It takes an id once, however often it is sent. */
export const pawapayRail = steadyRail("pawapay", "resend-same-key");

const serves = (channel: string): boolean => servedChannel(channel) !== undefined;

/** Money in by a prompt on the payer's phone, and back by the provider's own refunds. */
export function createPawapayCollectionRail(
  account: ProviderAccount,
  trust: CallbackTrust,
  options: ConnectorOptions,
): CollectionRail {
  const http = createProviderHttp({ ...account, ...options });
  return {
    ...pawapayRail,
    serves,
    promptLifeMs,
    async initiate(order) {
      const served = servedChannel(order.channel);
      if (served === undefined) return notServed;
      const left = callBudget(options.callTimeoutMs);
      const { environment } = account;
      // It moves nothing: half of the time is enough for it.
      const of = { e164: order.payerNumber, environment, timeoutMs: left() / 2 };
      const accountDetails = await accountOfNumber(http, served, of);
      const body = {
        depositId: order.key,
        amount: order.amountXof.toString(),
        currency: "XOF",
        payer: { type: "MMO", accountDetails },
        clientReferenceId: order.description,
      };
      const response = await http.call({
        method: "POST",
        path: "/v2/deposits",
        body,
        timeoutMs: left(),
      });
      const placed = readDeposited(response, order.key);
      if (placed.kind === "duplicate")
        return readKnownDeposit(await read(http, "deposits", order.key, left()), order);
      if (placed.kind !== "accepted") return placed;
      return { kind: "accepted", value: { providerReference: order.key, paymentUrl: null } };
    },
    status: async ({ key, withinMs }) =>
      readDeposit(await read(http, "deposits", key, withinMs), key),
    cancel: null,
    async refund({ key, collectionKey: depositId, amountXof }) {
      const body = { refundId: key, depositId, amount: amountXof.toString(), currency: "XOF" };
      const outcome = await place(
        http,
        { key, amountXof, body, left: callBudget(options.callTimeoutMs) },
        refundKind,
      );
      return outcome.kind === "accepted" ? { kind: "accepted", value: refunded(key) } : outcome;
    },
    refundStatus: async ({ key }) =>
      refundStatusOf(readOut(await read(http, "refunds", key), key, refundKind)),
    readCallback: (callback, now) => readSignedCallback(trust, callback, now),
    close: () => http.close(),
  };
}

/** Money out, from the wallet of the receiver's country. */
export function createPawapayDisburseRail(
  account: ProviderAccount,
  options: ConnectorOptions,
): DisburseRail {
  const http = createProviderHttp({ ...account, ...options });
  const floats = async () =>
    readWallets(await http.call({ method: "GET", path: "/v2/wallet-balances" }));
  return {
    ...pawapayRail,
    serves,
    async disburse({ key, amountXof, number, channel, description }) {
      const served = servedChannel(channel);
      if (served === undefined) return notServed;
      const left = callBudget(options.callTimeoutMs);
      const { environment } = account;
      const of = { e164: number, environment, timeoutMs: left() / 2 };
      const accountDetails = await accountOfNumber(http, served, of);
      const body = {
        payoutId: key,
        amount: amountXof.toString(),
        currency: "XOF",
        recipient: { type: "MMO", accountDetails },
        clientReferenceId: description,
      };
      const outcome = await place(http, { key, amountXof, body, left }, payoutKind);
      return outcome.kind === "accepted" ? { kind: "accepted", value: disbursed(key) } : outcome;
    },
    status: async (key) =>
      disburseStatusOf(readOut(await read(http, "payouts", key), key, payoutKind), key),
    async conditions(channel) {
      const served = servedChannel(channel);
      if (served === undefined) return { kind: "unknown-channel" };
      const path = `/v2/active-conf?country=${served.country}&operationType=PAYOUT`;
      const [reading, response] = await Promise.all([floats(), http.call({ method: "GET", path })]);
      if (reading.kind !== "floats") return reading;
      const payer = reading.floats.find(({ channels }) => channels?.includes(channel) ?? false);
      if (payer === undefined) return { kind: "unknown-channel" };
      return readConditions(response, served, payer.availableXof);
    },
    floats,
    close: () => http.close(),
  };
}
