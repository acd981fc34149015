import type { Clock } from "@sanu/kernel";
import { z } from "zod";
import {
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
} from "../../http/provider-http.ts";
import type { CallOutcome } from "../../ports/call-outcome.ts";
import type { InvoiceSource } from "../../ports/invoice-source.ts";
import type { Rail } from "../../ports/rail.ts";
import type {
  PreparedSend,
  SendAccepted,
  SendCommand,
  SendFailure,
  SendOrder,
  SendRail,
} from "../../ports/send-rail.ts";
import { destinationMark } from "../destination-mark.ts";
import type { AcceptedNetwork } from "../network.ts";
import { offeredInvoice } from "../offered-invoice.ts";
import { readUsableInvoice } from "../usable-invoice.ts";
import {
  feeSatsAtMost,
  outcomeOfPay,
  readLiquidity,
  readPayAnswer,
  readPayment,
  readUntried,
} from "./translate.ts";

export type PhoenixdOptions = ProviderHttpOptions & {
  readonly rail: Pick<Rail, "provider" | "retryRule" | "reversibleForMs">;
  readonly network: AcceptedNetwork;
  readonly clock: Clock;
  readonly invoices: InvoiceSource | undefined;
};

const Payload = z.object({
  rail: z.literal("lightning"),
  invoice: z.string(),
  /** Only where the invoice names none. */
  amountSat: z.string().nullable(),
  verifyUrl: z.string().nullable(),
});
type Payload = z.output<typeof Payload>;

interface Deps extends PhoenixdOptions {
  readonly http: ProviderHttp;
}

/** Sends over Lightning only: on chain it has no name for a payment before it is made. */
export function createPhoenixdSendRail(options: PhoenixdOptions): SendRail {
  const http = createProviderHttp(options);
  const deps = { ...options, http };
  return {
    ...options.rail,
    serves: (receiverKind) => receiverKind !== "onchain",
    prepare: (order) => prepare(deps, order),
    send: (command) => send(deps, command),
    async status(naturalKey) {
      const paymentHash = hashOf(naturalKey);
      return readPayment(await lookUp(http, paymentHash), paymentHash);
    },
    liquidity: async () =>
      readLiquidity(await http.call({ method: "GET", path: "/getbalance" }), options.rail.provider),
    close: http.close,
  };
}

async function prepare(
  { http, network, clock, invoices }: Deps,
  order: SendOrder,
): Promise<CallOutcome<PreparedSend, SendFailure>> {
  // What it sends on chain has no name until it is sent.
  const offered = await offeredInvoice(order, { network, invoices });
  if (offered.kind !== "accepted") return offered;
  const { invoice: text, verifyUrl } = offered.value;
  const { amountSats } = order;
  const invoice = readUsableInvoice(text, { amountSats, network, now: clock.now() });
  if (invoice === null) return { kind: "rejected", reason: "destination-unusable" };
  const { paymentHash } = invoice;
  const untried = readUntried(await lookUp(http, paymentHash), paymentHash);
  if (untried.kind !== "accepted") return untried;
  const payload: Payload = {
    rail: "lightning",
    invoice: invoice.text,
    amountSat: invoice.amountMsat === null ? amountSats.toString() : null,
    verifyUrl,
  };
  const naturalKey = `lightning:${paymentHash}`;
  const mark = destinationMark("node", invoice.payee);
  const value = { naturalKey, payload: JSON.stringify(payload), destinationMark: mark };
  return { kind: "accepted", value };
}

async function send(
  { http }: Deps,
  { prepared, amountSats, feeLimitSats }: SendCommand,
): Promise<CallOutcome<SendAccepted, SendFailure>> {
  if (feeLimitSats <= 0n) throw new RangeError("A fee limit of zero allows no route at all");
  if (feeSatsAtMost(amountSats) > feeLimitSats) return { kind: "rejected", reason: "no-route" };
  const { invoice, amountSat } = Payload.parse(JSON.parse(prepared.payload));
  const paymentHash = hashOf(prepared.naturalKey);
  const form = amountSat === null ? { invoice } : { invoice, amountSat };
  const response = await http.call({ method: "POST", path: "/payinvoice", form });
  const answer = readPayAnswer(response, paymentHash);
  if (answer.kind === "unknown") return answer;
  return outcomeOfPay(answer, readPayment(await lookUp(http, paymentHash), paymentHash));
}

function lookUp(http: ProviderHttp, paymentHash: string) {
  return http.call({ method: "GET", path: `/payments/outgoingbyhash/${paymentHash}` });
}

function hashOf(naturalKey: string): string {
  return naturalKey.slice(naturalKey.indexOf(":") + 1);
}
