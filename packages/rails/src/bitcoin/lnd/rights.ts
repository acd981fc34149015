import { randomBytes } from "node:crypto";
import type { LndRequest } from "./client.ts";
import { urlSafeOf } from "./units.ts";

/** A right, by the name of lnd's call, and a call that needs it and that the node has to refuse for another reason, or only reads. */
export type RightTry = readonly [right: string, request: LndRequest];

/** Below what any node takes, so no invoice is made. */
export function makeInvoiceTry(): RightTry {
  const hash = randomBytes(32).toString("base64");
  return ["AddHoldInvoice", post("/v2/invoices/hodl", { hash, value: "1", cltv_expiry: "1" })];
}

/** What is no invoice can be paid by nobody. */
export function sendTry(): RightTry {
  const body = { payment_request: "x", timeout_seconds: 1 };
  return ["SendPaymentV2", post("/v2/router/send", body)];
}

/** What payments uses, but for the subscription, which says nothing until an invoice changes. */
export function receivingTries(): readonly RightTry[] {
  const nobodys = randomBytes(32);
  const [hash, hex] = [nobodys.toString("base64"), nobodys.toString("hex")];
  return [
    ["LookupInvoice", get(`/v1/invoice/${hex}`)],
    makeInvoiceTry(),
    ["SettleInvoice", post("/v2/invoices/settle", { preimage: hash })],
    ["CancelInvoice", post("/v2/invoices/cancel", { payment_hash: hash })],
    ["ListInvoices", get("/v1/invoices?num_max_invoices=1")],
    ["ForwardingHistory", post("/v1/switch", { num_max_events: 1 })],
    ["GetTransactions", get("/v1/transactions?max_transactions=1")],
  ];
}

/** What payouts uses. No template, no transaction and no coin in these is one, so nothing is leased, signed or published. */
export function sendingTries(): readonly RightTry[] {
  const nobodys = randomBytes(32);
  const hex = nobodys.toString("hex");
  const outpoint = { txid_str: hex, output_index: 0 };
  const lease = { id: nobodys.toString("base64"), outpoint };
  return [
    sendTry(),
    ["TrackPaymentV2", get(`/v2/router/track/${urlSafeOf(hex)}`)],
    ["ListPayments", get("/v1/payments?max_payments=1")],
    ["EstimateFee", get("/v2/wallet/estimatefee/6")],
    ["FundPsbt", post("/v2/wallet/psbt/fund", { psbt: noPsbt })],
    ["FinalizePsbt", post("/v2/wallet/psbt/finalize", { funded_psbt: noPsbt })],
    ["ListLeases", post("/v2/wallet/utxos/leases", {})],
    ["ReleaseOutput", post("/v2/wallet/utxos/release", lease)],
    ["PublishTransaction", post("/v2/wallet/tx", { tx_hex: "" })],
    ["GetTransaction", get(`/v2/wallet/tx?txid=${hex}`)],
    ["BumpFee", post("/v2/wallet/bumpfee", { outpoint, target_conf: 6 })],
    ["GetTransactions", get("/v1/transactions?max_transactions=1")],
  ];
}

/** One byte, and not the first one of any (BIP 174). */
const noPsbt = "AA==";

const get = (path: string): LndRequest => ({ method: "GET", path });
const post = (path: string, body: object): LndRequest => ({ method: "POST", path, body });
