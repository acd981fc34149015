import type { Receipt } from "../ports/collection-rail.ts";
import { readPhone } from "./phone.ts";

/** Who paid, by the provider's word; nobody where it says nothing, or no number of ours: then the money counts for who was asked. */
export function namedPayer(
  said:
    | { readonly number?: string | null | undefined; readonly country?: string | null | undefined }
    | undefined,
): Pick<Receipt, "payerNumber"> {
  if (!said?.number || !said.country) return {};
  const reading = readPhone(said.number, said.country.toUpperCase());
  return reading.kind === "phone" ? { payerNumber: reading.phone.e164 } : {};
}
