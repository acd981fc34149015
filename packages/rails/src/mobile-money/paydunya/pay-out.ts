import type { Xof } from "@sanu/kernel";
import type { ProviderHttp } from "../../http/provider-http.ts";
import type { CallOutcome } from "../../ports/call-outcome.ts";
import type { DisburseAccepted, DisburseFailure } from "../../ports/disburse-rail.ts";
import { notServed } from "../connector.ts";
import { readPhone } from "../phone.ts";
import { servedChannel } from "./modes.ts";
import { type PaydunyaAccount, paths } from "./settings.ts";
import { readPrepared, readSubmitted } from "./translate-payout.ts";

export interface WantedPayout {
  readonly key: string;
  readonly amountXof: Xof;
  /** E.164 with the leading plus. */
  readonly number: string;
  readonly channel: string;
  /** How long all of it may still take. */
  readonly left: () => number;
}

/**
 * Asks for a token and submits it. What breaks off before the token moves nothing ever; what breaks off behind it is asked
 * about by the token, and never submitted a second time.
 */
export async function payOut(
  http: ProviderHttp,
  { environment, callbackUrl }: Pick<PaydunyaAccount, "environment" | "callbackUrl">,
  { key, amountXof, number, channel, left }: WantedPayout,
): Promise<CallOutcome<DisburseAccepted, DisburseFailure>> {
  const { payouts } = paths[environment];
  const served = servedChannel(channel);
  const national = nationalNumber(number);
  // What has no sandbox is not tried with money.
  if (payouts === null || served === undefined || national === undefined) return notServed;
  const post = (step: string, body: object) =>
    http.call({ method: "POST", path: `${payouts}/${step}`, body, timeoutMs: left() });
  const prepared = readPrepared(
    await post("get-invoice", {
      account_alias: national,
      amount: Number(amountXof),
      withdraw_mode: served.forPayout,
      callback_url: callbackUrl,
      disburse_id: key,
    }),
  );
  if (prepared.kind !== "accepted") return prepared;
  const { value: token } = prepared;
  const order = { disburse_invoice: token, disburse_id: key };
  return readSubmitted(await post("submit-invoice", order), token);
}

/** Without the code of its country. */
function nationalNumber(e164: string): string | undefined {
  const reading = readPhone(e164);
  return reading.kind === "phone" ? reading.phone.national : undefined;
}
