import { createHash } from "node:crypto";
import { createProviderHttp, type ProviderHttpOptions } from "../../http/provider-http.ts";
import { sandboxRail } from "../../http/sandbox-rail.ts";
import type { LightningReceiveRail } from "../../ports/lightning-receive-rail.ts";
import { readCaptured, readCreated, readReceiveStatus } from "./translate.ts";

/** Money in over the sandbox's Lightning node, which like real ones knows one invoice for a hash. */
export function createSandboxReceiveRail(options: ProviderHttpOptions): LightningReceiveRail {
  const http = createProviderHttp(options);
  const base = "/v1/lightning";
  return {
    ...sandboxRail,
    async createInvoice(order) {
      const body = {
        payment_hash: order.paymentHash,
        amount_sats: order.amountSats.toString(),
        description: order.description,
        expires_at: order.expiresAt,
      };
      const path = `${base}/hold-invoices`;
      return readCreated(await http.call({ method: "POST", path, body }), order);
    },
    async status(paymentHash) {
      const path = `${base}/hold-invoices/${encodeURIComponent(paymentHash)}`;
      return readReceiveStatus(await http.call({ method: "GET", path }), paymentHash);
    },
    async capture(preimage) {
      const paymentHash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");
      const path = `${base}/captures`;
      const response = await http.call({ method: "POST", path, body: { preimage } });
      return readCaptured(response, paymentHash);
    },
    async cancel(paymentHash) {
      const body = { payment_hash: paymentHash };
      const path = `${base}/invoice-cancellations`;
      return readReceiveStatus(await http.call({ method: "POST", path, body }), paymentHash);
    },
    close: () => http.close(),
  };
}
