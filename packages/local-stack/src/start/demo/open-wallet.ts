import type { LightningNode } from "../../lightning/lightning-node.ts";

/** What a wallet asks to be paid, and what it says when it was. */
export interface DemoWallet {
  readonly invoice: string;
  readonly describe: () => Promise<string>;
}

/** An invoice of a real node over any amount. */
export async function openWallet(node: LightningNode): Promise<DemoWallet> {
  const made = await node.call<{ readonly payment_request: string; readonly r_hash: string }>(
    "POST",
    "/v1/invoices",
    { memo: "Sanu" },
  );
  const path = `/v1/invoice/${Buffer.from(made.r_hash, "base64").toString("hex")}`;
  return {
    invoice: made.payment_request,
    async describe() {
      const { state, amt_paid_sat: paidSats } = await node.call<{
        readonly state: string;
        readonly amt_paid_sat: string;
      }>("GET", path);
      return `${node.name}, a real Lightning node, says of its invoice: ${state}, ${paidSats} satoshis received.`;
    },
  };
}
