import { type Clock, systemClock } from "@sanu/kernel";
import {
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
} from "../../http/provider-http.ts";
import { sandboxRail } from "../../http/sandbox-rail.ts";
import type { CallOutcome } from "../../ports/call-outcome.ts";
import type {
  PreparedSend,
  SendAccepted,
  SendCommand,
  SendFailure,
  SendOrder,
  SendRail,
} from "../../ports/send-rail.ts";
import {
  PreparedPayload,
  prepareInvoice,
  readBuilt,
  readIssuedInvoice,
  readLiquidity,
  readSendStatus,
  readSent,
} from "./translate.ts";

export interface SandboxSendOptions extends ProviderHttpOptions {
  readonly clock?: Clock;
}

/** Like a real node it pays a payment hash once and takes a transaction once, so the same send may be repeated. */
export function createSandboxSendRail(options: SandboxSendOptions): SendRail {
  const http = createProviderHttp(options);
  const clock = options.clock ?? systemClock;
  return {
    ...sandboxRail,
    prepare: (order) => prepare(http, clock, order),
    send: (command) => send(http, command),
    async status(naturalKey) {
      const id = encodeURIComponent(naturalKey.slice(naturalKey.indexOf(":") + 1));
      const path = naturalKey.startsWith("chain:")
        ? `/v1/chain/transactions/${id}`
        : `/v1/lightning/payments/${id}`;
      return readSendStatus(await http.call({ method: "GET", path }), naturalKey);
    },
    liquidity: async () => readLiquidity(await http.call({ method: "GET", path: "/v1/balances" })),
    close: () => http.close(),
  };
}

async function prepare(
  http: ProviderHttp,
  clock: Clock,
  { destination, amountSats }: SendOrder,
): Promise<CallOutcome<PreparedSend, SendFailure>> {
  const { canonical, kind } = destination;
  const amount = amountSats.toString();
  switch (kind) {
    case "bolt11":
      return prepareInvoice(canonical, amountSats, clock.now());
    case "lightning-address":
    case "lnurl": {
      const body = { destination: canonical, amount_sats: amount };
      const response = await http.call({ method: "POST", path: "/v1/lightning/invoices", body });
      return readIssuedInvoice(response, amountSats, clock.now());
    }
    case "onchain": {
      const body = { address: canonical, amount_sats: amount };
      const response = await http.call({ method: "POST", path: "/v1/chain/transactions", body });
      return readBuilt(response, { address: canonical, amountSats });
    }
  }
}

async function send(
  http: ProviderHttp,
  { prepared, amountSats, feeLimitSats }: SendCommand,
): Promise<CallOutcome<SendAccepted, SendFailure>> {
  if (feeLimitSats <= 0n) throw new RangeError("A fee limit of zero allows no route at all");
  const payload = PreparedPayload.parse(JSON.parse(prepared.payload));
  if (payload.rail === "chain") {
    // The fee is part of the signed transaction, so it is judged before anything leaves.
    if (payload.feeSats > feeLimitSats) return { kind: "rejected", reason: "no-route" };
    const body = { raw_transaction: payload.rawTransaction };
    const response = await http.call({ method: "POST", path: "/v1/chain/broadcasts", body });
    return readSent(response, prepared.naturalKey);
  }
  const body = {
    invoice: payload.invoice,
    amount_sats: amountSats.toString(),
    fee_limit_sats: feeLimitSats.toString(),
  };
  const response = await http.call({ method: "POST", path: "/v1/lightning/payments", body });
  return readSent(response, prepared.naturalKey);
}
