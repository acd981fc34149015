import type { LightningNode } from "@sanu/local-stack";
import { createLnurlServer } from "@sanu/sandbox";

/** Lightning addresses of a wallet service, whose invoices a node writes. */
export interface Receivers {
  readonly port: number;
  readonly addressOf: (user: string) => string;
  /** Everything that was written for one of them, oldest first. */
  readonly invoicesOf: (user: string) => readonly string[];
  readonly close: () => Promise<void>;
}

export async function startReceivers(node: LightningNode): Promise<Receivers> {
  const invoices = new Map<string, string[]>();
  const server = await createLnurlServer({
    async writeInvoice({ amountMsat, descriptionHash }, user) {
      const { payment_request: invoice, r_hash: hash } = await node.call<{
        readonly payment_request: string;
        readonly r_hash: string;
      }>("POST", "/v1/invoices", {
        value_msat: String(amountMsat),
        description_hash: Buffer.from(descriptionHash).toString("base64"),
      });
      invoices.set(user, [...(invoices.get(user) ?? []), invoice]);
      return { invoice, paymentHash: Buffer.from(hash, "base64").toString("hex") };
    },
  });
  return {
    port: server.port,
    addressOf: (user) => `${user}@wallet.localhost`,
    invoicesOf: (user) => invoices.get(user) ?? [],
    close: server.close,
  };
}
