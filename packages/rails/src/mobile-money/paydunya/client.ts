import type { Xof } from "@sanu/kernel";
import { callBudget, createProviderHttp, type ProviderHttp } from "../../http/provider-http.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type { CollectionRail } from "../../ports/collection-rail.ts";
import type { DisburseRail, DisburseStatus } from "../../ports/disburse-rail.ts";
import { type ConnectorOptions, notServed } from "../connector.ts";
import { refundOutcomeOf, refundStatusOf } from "../refund-by-payout.ts";
import { readNotice } from "./callback.ts";
import { servedChannel } from "./modes.ts";
import { payOut } from "./pay-out.ts";
import { type PaydunyaAccount, paths, payoutXofMin } from "./settings.ts";
import { readCreated, readInvoice, readRefundable } from "./translate.ts";
import { readBalances, readPayout } from "./translate-payout.ts";

/** It can be asked only by tokens of its own, and takes the same order twice. */
export const paydunyaRail = {
  provider: "paydunya",
  retryRule: "check-status-only",
  reversibleForMs: 0,
} as const;

/** Not documented: until the contract says how long an invoice can be paid. */
const promptLifeMs = 86_400_000;

/** What no answer has named cannot be asked for. */
const unnamed = unknownBecause("never-named");

/** Money in over the hosted page, and back by a payout to whom it was asked from. */
export function createPaydunyaCollectionRail(
  account: PaydunyaAccount,
  options: ConnectorOptions,
): CollectionRail {
  const http = createProviderHttp({ ...account, ...options });
  const { checkout } = paths[account.environment];
  const invoice = (token: string, timeoutMs: number) =>
    http.call({
      method: "GET",
      path: `${checkout}/confirm/${encodeURIComponent(token)}`,
      timeoutMs,
    });
  return {
    ...paydunyaRail,
    serves: (channel) => servedChannel(channel) !== undefined,
    promptLifeMs,
    async initiate({ key, amountXof, payerNumber, channel, description, returnUrl }) {
      const served = servedChannel(channel);
      if (served === undefined) return notServed;
      const { callbackUrl } = account;
      const body = {
        invoice: { total_amount: Number(amountXof), description, channels: [served.onPage] },
        store: { name: "Sanu" },
        custom_data: { sanu_key: key, sanu_number: payerNumber, sanu_channel: channel },
        actions: {
          callback_url: callbackUrl,
          ...(returnUrl !== undefined && { return_url: returnUrl, cancel_url: returnUrl }),
        },
      };
      return readCreated(await http.call({ method: "POST", path: `${checkout}/create`, body }));
    },
    async status({ key, providerReference: token, withinMs = options.callTimeoutMs }) {
      return token === null ? unnamed : readInvoice(await invoice(token, withinMs), { key, token });
    },
    cancel: null,
    async refund({ key, collectionKey, providerReference: token, amountXof }) {
      const left = callBudget(options.callTimeoutMs);
      const asked = { key: collectionKey, token, amountXof };
      const refundable = readRefundable(await invoice(token, left()), asked);
      if (refundable.kind !== "accepted") return refundable;
      return refundOutcomeOf(
        await payOut(http, account, { key, amountXof, left, ...refundable.value }),
      );
    },
    refundStatus: async ({ key, providerReference = null }) =>
      refundStatusOf(await payoutStatus(http, account, { key, token: providerReference })),
    readCallback: (callback, now) => readNotice(account.masterKey, callback, now),
    close: () => http.close(),
  };
}

/** Money out in two steps, `get-invoice` and `submit-invoice`. */
export function createPaydunyaDisburseRail(
  account: PaydunyaAccount & { readonly payoutXofMax: Xof },
  options: ConnectorOptions,
): DisburseRail {
  const http = createProviderHttp({ ...account, ...options });
  const path = `${paths.live.payouts}/check-balance`;
  const floats = async () => readBalances(await http.call({ method: "GET", path }));
  return {
    ...paydunyaRail,
    serves: (channel) => servedChannel(channel) !== undefined,
    limits: { amountXofMin: payoutXofMin, amountXofMax: account.payoutXofMax },
    disburse: ({ key, amountXof, number, channel }) => {
      const left = callBudget(options.callTimeoutMs);
      return payOut(http, account, { key, amountXof, number, channel, left });
    },
    status: (key, token = null) => payoutStatus(http, account, { key, token }),
    async conditions(channel) {
      const served = servedChannel(channel);
      if (served === undefined) return { kind: "unknown-channel" };
      const reading = await floats();
      if (reading.kind !== "floats") return reading;
      const payer = reading.floats.find(({ account: country }) => country === served.country);
      if (payer === undefined) return { kind: "unknown-channel" };
      const { payoutXofMax: amountXofMax } = account;
      const { availableXof: floatXof } = payer;
      return {
        kind: "conditions",
        isOpen: true,
        amountXofMin: payoutXofMin,
        amountXofMax,
        floatXof,
      };
    },
    floats,
    close: () => http.close(),
  };
}

async function payoutStatus(
  http: ProviderHttp,
  { environment }: Pick<PaydunyaAccount, "environment">,
  { key, token }: { readonly key: string; readonly token: string | null },
): Promise<DisburseStatus> {
  const { payouts } = paths[environment];
  if (token === null || payouts === null) return unnamed;
  const path = `${payouts}/check-status`;
  const body = { disburse_invoice: token };
  return readPayout(await http.call({ method: "POST", path, body }), { key, token });
}
