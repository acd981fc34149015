import { z } from "zod";
import { paymentHashOf } from "../invoice.ts";
import type { BitcoinNode, NodeResponse } from "../node.ts";
import { type Send, type SendBook, sendStatusOf } from "../send.ts";
import type { Wallet } from "../wallet.ts";
import type { LndRoute } from "./lnd-routes.ts";
import { hexOf, type LndResponse } from "./lnd-words.ts";

export interface LndSendParts {
  readonly node: Pick<BitcoinNode, "pay" | "track">;
  readonly sends: Pick<SendBook, "all" | "find" | "findInvoice">;
  readonly wallet: Pick<Wallet, "outboundSats" | "confirmedSats">;
}

const SendBody = z.object({
  payment_request: z.string(),
  amt: z.string().regex(/^\d+$/).optional(),
  fee_limit_sat: z.string().regex(/^\d+$/).default("0").transform(BigInt),
});

/** A stream whose first line is its last. */
const line = (status: number, body: object): LndResponse => ({ status, body });
const refused = (message: string, status = 500, code = 2): LndResponse =>
  line(status, { error: { code, message, details: [] } });

const states = { in_flight: "IN_FLIGHT", settled: "SUCCEEDED", failed: "FAILED" } as const;
const reasons = {
  no_route: "FAILURE_REASON_NO_ROUTE",
  invoice_expired: "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS",
} as const;

/** What lnd answers about payments and its money, from what the sandbox's node knows. */
export function lndSendRoutes({
  node,
  sends,
  wallet,
}: LndSendParts): Readonly<Record<string, LndRoute>> {
  const shown = (said: NodeResponse, otherwise: LndResponse): LndResponse => {
    if (said.kind !== "send") return otherwise;
    const index = sends.all().indexOf(said.send) + 1;
    const preimage = sends.findInvoice(said.send.id)?.preimage ?? "";
    return line(200, { result: describePayment(said.send, { index, preimage }) });
  };
  return {
    "POST /v2/router/send": ({ body }) => {
      const { payment_request: invoice, amt, fee_limit_sat: feeLimitSats } = SendBody.parse(body);
      const paymentHash = paymentHashOf(invoice) ?? "";
      const before = sends.find(paymentHash);
      if (before !== undefined && sendStatusOf(before) === "in_flight") {
        return refused("payment is in transition", 409, 6);
      }
      if (before !== undefined && sendStatusOf(before) === "settled") {
        return refused("invoice is already paid", 409, 6);
      }
      const named = sends.findInvoice(paymentHash)?.amountSats;
      const amountSats = BigInt(amt ?? named ?? 0);
      const said = node.pay({ invoice, amountSats, feeLimitSats });
      return shown(said, refused("self-payments not allowed"));
    },
    "GET /v2/router/track": ({ path }) => {
      const paymentHash = hexOf(path.split("/").at(-1) ?? "");
      return shown(node.track(paymentHash), refused("payment isn't initiated", 404, 5));
    },
    "GET /v1/channels": () => {
      const local_balance = String(wallet.outboundSats());
      return line(200, {
        channels: [{ active: true, local_balance, local_chan_reserve_sat: "0" }],
      });
    },
    "GET /v1/balance/blockchain": () =>
      line(200, {
        total_balance: String(wallet.confirmedSats()),
        confirmed_balance: String(wallet.confirmedSats()),
        reserved_balance_anchor_chan: "0",
      }),
  };
}

function describePayment(
  send: Send,
  { index, preimage }: { readonly index: number; readonly preimage: string },
) {
  const status = sendStatusOf(send);
  const feeSats = status === "settled" ? send.feeSats : 0n;
  return {
    payment_hash: send.id,
    value_msat: String(send.amountSats * 1_000n),
    fee_msat: String(feeSats * 1_000n),
    fee_sat: String(feeSats),
    payment_preimage: status === "settled" ? preimage : "0".repeat(64),
    payment_index: String(index),
    status: states[status],
    failure_reason: send.failure === null ? "FAILURE_REASON_NONE" : reasons[send.failure],
    htlcs: [],
  };
}
