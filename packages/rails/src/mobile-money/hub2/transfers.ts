import type { Xof } from "@sanu/kernel";
import type { ProviderHttp } from "../../http/provider-http.ts";
import type { Hub2Http } from "./hub2-http.ts";
import {
  readFoundTransfer,
  readOrdered,
  readTransfer,
  type TransferKind,
  type TransferStatus,
} from "./translate-transfer.ts";

export interface WantedTransfer {
  readonly key: string;
  readonly amountXof: Xof;
  readonly description: string;
  readonly country: string;
  readonly provider: string;
  readonly number: string;
  readonly timeoutMs?: number;
}

/** The list begins where this month does unless it is told otherwise. */
const beginning = encodeURIComponent("2020-01-01T00:00:00.000Z");

/** What the page calls a name; ours names nobody. */
const recipientName = "Customer";

export async function transfer<Failure extends string>(
  http: ProviderHttp,
  { key, amountXof, description, country, provider, number, timeoutMs }: WantedTransfer,
  kind: TransferKind<Failure>,
) {
  const destination = { type: "mobile_money", country, recipientName, msisdn: number, provider };
  const money = { amount: Number(amountXof), currency: "XOF" };
  const body = { reference: key, ...money, description, destination };
  const request = { method: "POST", path: "/transfers", body, timeoutMs } as const;
  return readOrdered(await http.call(request), { key, amountXof }, kind);
}

/** By the provider's id once one is known, which may be asked often; else by our key, twice a minute. */
export async function findTransfer<Failure extends string>(
  http: Hub2Http,
  { key, providerReference }: { readonly key: string; readonly providerReference?: string | null },
  kind: TransferKind<Failure>,
): Promise<TransferStatus<Failure>> {
  if (providerReference) {
    const path = `/transfers/${encodeURIComponent(providerReference)}`;
    const asked = { id: providerReference, key };
    const read = readTransfer(await http.call({ method: "GET", path }), asked, kind);
    if (read.kind !== "similar") return read;
  }
  const path = searchPath("transfers", "reference", key);
  return readFoundTransfer(await http.search(path), key, kind);
}

export function searchPath(
  list: "transfers" | "payment-intents",
  name: "reference" | "purchaseReference",
  key: string,
): string {
  return `/${list}?${name}=${encodeURIComponent(key)}&from=${beginning}&page=1&perPage=10`;
}
