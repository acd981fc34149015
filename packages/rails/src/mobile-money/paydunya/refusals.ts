import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { DisburseFailure } from "../../ports/disburse-rail.ts";
import { refusalOf } from "./resources.ts";

interface Row<Said> {
  readonly code: string;
  readonly text: RegExp;
  readonly said: Said;
}

/**
 * What `get-invoice` refuses of one payout. A code says little: `1001` is a wallet that it does not pay out to, and our own key as well.
 * Sources: developers.paydunya.com/doc/EN/api_deboursement and public integrations. One that is not here is unknown.
 */
const payoutRefusals: readonly Row<DisburseFailure>[] = [
  { code: "1001", text: /withdraw_mode/i, said: "refused-by-provider" },
  { code: "4002", text: /fund|fonds|solde/i, said: "insufficient-float" },
  { code: "4002", text: /callback/i, said: "channel-closed" },
];

/** What it refuses of every order alike, until somebody sets it right: it says nothing of this one. */
const accountRefusals: readonly Row<"not-permitted">[] = [
  { code: "1001", text: /master ?key|private ?key|token/i, said: "not-permitted" },
  { code: "1001", text: /\bkyc\b/i, said: "not-permitted" },
];

function rowFor<Said>(rows: readonly Row<Said>[], response: ProviderResponse): Said | undefined {
  const refusal = refusalOf(response);
  return rows.find(({ code, text }) => code === refusal?.code && text.test(refusal.text))?.said;
}

export function payoutRefusalOf(response: ProviderResponse): DisburseFailure | undefined {
  return rowFor(payoutRefusals, response);
}

/** Where it is neither a yes nor a no of this order. */
export function undecided(response: ProviderResponse): Unknown {
  const ofAccount = rowFor(accountRefusals, response);
  return ofAccount === undefined ? unknownResponse(response) : unknownBecause(ofAccount);
}
