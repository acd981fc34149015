import type { LightningNode } from "@sanu/local-stack";

interface Asked {
  readonly destination: string;
  readonly payment_hash: string;
  readonly payment_addr: string;
  readonly num_msat: string;
  readonly cltv_expiry: string;
}

interface Routes {
  readonly routes: readonly { readonly hops: readonly object[] }[];
}

/**
 * Sends one part of what an invoice asks for, as a payment in several parts does (BOLT 4, `payment_data`), and never the
 * rest. Resolves with what became of the part when its receiver has taken it or let it go.
 */
export async function payPart(
  payer: LightningNode,
  invoice: string,
  partSats: bigint,
): Promise<string> {
  const asked = await payer.call<Asked>("GET", `/v1/payreq/${invoice}`);
  const path = `/v1/graph/routes/${asked.destination}/${partSats}?final_cltv_delta=${asked.cltv_expiry}`;
  const [route] = (await payer.call<Routes>("GET", path)).routes;
  if (route === undefined) throw new Error(`${payer.name} knows no way to ${asked.destination}`);
  const record = { payment_addr: asked.payment_addr, total_amt_msat: asked.num_msat };
  const hops = route.hops.map((hop, index) =>
    index === route.hops.length - 1 ? { ...hop, mpp_record: record, tlv_payload: true } : hop,
  );
  const { status } = await payer.call<{ readonly status: string }>(
    "POST",
    "/v2/router/route/send",
    {
      payment_hash: Buffer.from(asked.payment_hash, "hex").toString("base64"),
      route: { ...route, hops },
    },
  );
  return status;
}
