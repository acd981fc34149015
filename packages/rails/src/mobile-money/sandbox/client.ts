import { createProviderHttp, type ProviderHttpOptions } from "../../http/provider-http.ts";
import { sandboxGateway } from "../../http/sandbox-rail.ts";
import type { CollectionRail } from "../../ports/collection-rail.ts";
import { readSandboxCallback } from "./callback.ts";
import { readInitiated, readRefunded, readRefundStatus, readStatus } from "./translate.ts";

export interface SandboxCollectionOptions extends ProviderHttpOptions {
  /** Shared with the sandbox, which signs its callbacks with it. */
  readonly callbackSecret: string;
}

/** The sandbox's orders expire 15 minutes after they were made. */
const promptLifeMs = 900_000;

/** Money in through the sandbox's mobile-money gateway, which knows a key for ever once it has taken it. */
export function createSandboxCollectionRail(options: SandboxCollectionOptions): CollectionRail {
  const http = createProviderHttp(options);
  return {
    ...sandboxGateway,
    promptLifeMs,
    async initiate(order) {
      const body = {
        merchant_key: order.key,
        amount_xof: order.amountXof.toString(),
        payer_number: order.payerNumber,
        channel: order.channel,
        description: order.description,
        return_url: order.returnUrl ?? null,
      };
      return readInitiated(await http.call({ method: "POST", path: "/v1/payments", body }), order);
    },
    async status({ key, withinMs: timeoutMs }) {
      const path = `/v1/payments?merchant_key=${encodeURIComponent(key)}`;
      return readStatus(await http.call({ method: "GET", path, timeoutMs }), key);
    },
    async cancel({ key }) {
      const body = { merchant_key: key };
      return readStatus(await http.call({ method: "POST", path: "/v1/cancellations", body }), key);
    },
    async refund(order) {
      const body = {
        merchant_key: order.key,
        payment_id: order.providerReference,
        amount_xof: order.amountXof.toString(),
      };
      return readRefunded(await http.call({ method: "POST", path: "/v1/refunds", body }), order);
    },
    async refundStatus({ key }) {
      const path = `/v1/refunds?merchant_key=${encodeURIComponent(key)}`;
      return readRefundStatus(await http.call({ method: "GET", path }), key);
    },
    readCallback: (callback, now) => readSandboxCallback(options.callbackSecret, callback, now),
    close: () => http.close(),
  };
}
