import type { FieldErrors, FieldRule } from "@sanu/contracts";
import {
  type AcceptedNetwork,
  isChannelOf,
  type PhoneNumber,
  type Receiver,
  type ReceiverRefusal,
  readPhone,
  readReceiver,
} from "@sanu/rails";

/** What a person wrote in an order to buy. */
export interface WrittenOrder {
  readonly receiver: string;
  readonly number: string | null;
  /** The wanted channel; null leaves it to the number. */
  readonly channel: string | null;
}

/** The same, understood. */
export interface ReadOrder {
  readonly kind: "order";
  readonly receiver: Receiver;
  readonly receiverGiven: string;
  readonly phone: PhoneNumber;
  readonly channel: string;
}

export type OrderReading =
  | ReadOrder
  | { readonly kind: "broken"; readonly fields: FieldErrors }
  | { readonly kind: "channel-not-available" };

/** Reads who receives and who pays. All broken fields are named at once. */
export function readOrder(written: WrittenOrder, network: AcceptedNetwork): OrderReading {
  const receiver = readReceiver(written.receiver, network);
  const number = written.number?.trim() ?? "";
  const phone = readPhone(number);
  if (receiver.kind === "refused" || phone.kind === "refused") {
    const fields: Record<string, FieldRule[]> = {};
    if (receiver.kind === "refused") fields["receiver_address"] = [receiverRule(receiver.code)];
    if (phone.kind === "refused") fields["number"] = [phoneRule(number, phone.code)];
    return { kind: "broken", fields };
  }
  const channel = written.channel ?? phone.phone.channel;
  if (!isAvailable(channel, phone.phone)) return { kind: "channel-not-available" };
  const receiverGiven = written.receiver.trim();
  return {
    kind: "order",
    receiver: receiver.receiver,
    receiverGiven,
    phone: phone.phone,
    channel,
  };
}

function receiverRule(code: ReceiverRefusal): FieldRule {
  return code === "wrong-network" ? "wrong-network" : "invalid-receiver";
}

function phoneRule(number: string, code: "not-a-number" | "unsupported-country"): FieldRule {
  if (number === "") return "required";
  return code === "unsupported-country" ? "unsupported-country" : "invalid-phone-number";
}

function isAvailable(channel: string, phone: PhoneNumber): boolean {
  return channel === phone.channel || isChannelOf(phone.country, channel);
}
