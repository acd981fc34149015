import type { FieldErrors, FieldRule, TransactionType } from "@sanu/contracts";
import {
  type AcceptedNetwork,
  isChannelOf,
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
  /** The wanted channel; null leaves it to the number. */
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
  | { readonly kind: "channel-not-available" };

/** Sats come in over Lightning only. */
const SALE_CHANNEL = "LIGHTNING";

/** Reads who receives and who pays. All broken fields are named at once. */
export function readOrder(written: WrittenOrder, network: AcceptedNetwork): OrderReading {
  const isSale = written.transactionType === "SELL_BITCOIN";
  const receiver = isSale
    ? readRefundPlace(written.receiver, network)
    : readReceiver(written.receiver, network);
  const number = written.number?.trim() ?? "";
  const phone = readPhone(number);
  if (receiver.kind === "refused" || phone.kind === "refused") {
    const fields: Record<string, FieldRule[]> = {};
    if (receiver.kind === "refused") fields["receiver_address"] = [receiverRule(receiver.code)];
    if (phone.kind === "refused") fields["number"] = [phoneRule(number, phone.code)];
    return { kind: "broken", fields };
  }
  const mobileMoney = wantedChannel(written, isSale) ?? phone.phone.channel;
  if (!isAvailable(mobileMoney, phone.phone)) return { kind: "channel-not-available" };
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
  return isSale && channel === SALE_CHANNEL ? null : channel;
}

/**
 * Where a seller wants a refund of sats to go. Old clients send the phone number again: that names no place. Anything
 * else must be able to give an invoice whenever it is asked.
 */
function readRefundPlace(
  text: string,
  network: AcceptedNetwork,
): ReturnType<typeof readReceiver> | { readonly kind: "none"; readonly receiver: null } {
  if (readPhone(text.trim()).kind === "phone") return { kind: "none", receiver: null };
  const reading = readReceiver(text, network);
  if (reading.kind === "refused") return reading;
  const { kind } = reading.receiver;
  return kind === "lightning-address" || kind === "lnurl"
    ? reading
    : { kind: "refused", code: "unknown-form" };
}

function isAvailable(channel: string, phone: PhoneNumber): boolean {
  return channel === phone.channel || isChannelOf(phone.country, channel);
}
