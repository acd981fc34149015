import type { FieldErrors, FieldRule, TransactionType } from "@sanu/contracts";
import {
  type AcceptedNetwork,
  channelNamed,
  channelsOf,
  type PhoneNumber,
  type Receiver,
  readPhone,
  readReceiver,
} from "@sanu/rails";
import { phoneRule, receiverRule } from "./destination-rules.ts";

export interface WrittenOrder {
  readonly transactionType: TransactionType;
  readonly receiver: string;
  readonly number: string | null;
  /** Whose numbers need no calling code; null where nobody says. */
  readonly country: string | null;
  /** The wanted channel, or only its operator's name; null leaves it to the number. */
  readonly channel: string | null;
}

/** The same, understood. */
export interface ReadOrder {
  readonly kind: "order";
  /** Where sats go: those of a purchase, or those that a sale has to refund; null where a seller named no place. */
  readonly receiver: Receiver | null;
  readonly receiverGiven: string;
  readonly phone: PhoneNumber;
  /** Where the money comes in. */
  readonly channel: string;
  /** Where the XOF of a sale go out; null in a purchase. */
  readonly payoutChannel: string | null;
}

export type OrderReading =
  | ReadOrder
  | { readonly kind: "broken"; readonly fields: FieldErrors }
  | { readonly kind: "channel-not-available"; readonly available: readonly string[] };

/** Sats come in over Lightning only. */
const SALE_CHANNEL = "LIGHTNING";

/** Reads who receives and who pays. All broken fields are named at once. */
export function readOrder(written: WrittenOrder, network: AcceptedNetwork): OrderReading {
  const isSale = written.transactionType === "SELL_BITCOIN";
  const receiver = isSale
    ? readRefundPlace(written, network)
    : readReceiver(written.receiver, network);
  const number = written.number?.trim() ?? "";
  const phone = readPhone(number, written.country);
  if (receiver.kind === "refused" || phone.kind === "refused") {
    const fields: Record<string, FieldRule[]> = {};
    if (receiver.kind === "refused") fields["receiver_address"] = [receiverRule(receiver.code)];
    if (phone.kind === "refused") fields["number"] = [phoneRule(number, phone.code)];
    return { kind: "broken", fields };
  }
  const mobileMoney = channelOf(wantedChannel(written, isSale), phone.phone);
  if (mobileMoney === undefined) {
    return { kind: "channel-not-available", available: channelsOf(phone.phone.country) };
  }
  return {
    kind: "order",
    receiver: receiver.receiver,
    receiverGiven: written.receiver.trim(),
    phone: phone.phone,
    channel: isSale ? SALE_CHANNEL : mobileMoney,
    payoutChannel: isSale ? mobileMoney : null,
  };
}

/** What comes in over Lightning can be wished for by that name; it says nothing about the number. */
function wantedChannel({ channel }: WrittenOrder, isSale: boolean): string | null {
  return isSale && channel?.toUpperCase() === SALE_CHANNEL ? null : channel;
}

/**
 * Where a seller wants a refund of sats to go. Nothing names no place, nor does the phone number that old clients send again. Anything
 * else must be able to give an invoice whenever it is asked.
 */
function readRefundPlace(
  { receiver: text, country }: WrittenOrder,
  network: AcceptedNetwork,
): ReturnType<typeof readReceiver> | { readonly kind: "none"; readonly receiver: null } {
  if (text.trim() === "") return { kind: "none", receiver: null };
  if (readPhone(text.trim(), country).kind === "phone") return { kind: "none", receiver: null };
  const reading = readReceiver(text, network);
  if (reading.kind === "refused") return reading;
  const { kind } = reading.receiver;
  return kind === "lightning-address" || kind === "lnurl"
    ? reading
    : { kind: "refused", code: "unknown-form" };
}

function channelOf(wanted: string | null, phone: PhoneNumber): string | undefined {
  if (wanted === null || wanted === phone.channel) return phone.channel;
  return channelNamed(phone.country, wanted);
}
