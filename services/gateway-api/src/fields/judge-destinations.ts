import { type FieldRule, TransactionType } from "@sanu/contracts";
import { readPhone, readReceiver } from "@sanu/rails/readers";
import { brokenOf, type Judge, textIn, type WrittenBody } from "./judge.ts";

/** What a text is as a mobile-money number: its one form, or the rule that it breaks. */
export type Judged = { readonly canonical: string } | { readonly broken: FieldRule };

export function judgeNumber(text: string, country: string | null): Judged {
  const number = text.trim();
  if (number === "") return { broken: "required" };
  const reading = readPhone(number, country);
  if (reading.kind === "phone") return { canonical: reading.phone.e164 };
  const isElsewhere = reading.code === "unsupported-country";
  return { broken: isElsewhere ? "unsupported-country" : "invalid-phone-number" };
}

/** Where sats can go again and again. Which network is ours only the services know. */
export function judgeReusable(text: string): Judged {
  const reading = readReceiver(text, "any");
  if (reading.kind === "refused") return { broken: "invalid-receiver" };
  const { kind, canonical } = reading.receiver;
  return kind === "bolt11" ? { broken: "single-use" } : { canonical };
}

/** One order: an invoice serves once, and is for one. */
export const judgeOrder: Judge = (body, country) => brokenOf(destinationsIn(body, country));

/** An order for many times. */
export const judgeStandingOrder: Judge = (body, country) => {
  const { number, receiver_address: receiver } = destinationsIn(body, country);
  const text = textIn(body, "receiver_address");
  const isOnce = text !== undefined && isSingleUse(body, text);
  return brokenOf({ number, receiver_address: receiver ?? (isOnce ? "single-use" : undefined) });
};

/** An invoice, and for a purchase whatever demands an amount: its sats are another number each time. */
function isSingleUse({ type }: WrittenBody, text: string): boolean {
  const reading = readReceiver(text, "any");
  if (reading.kind === "refused") return false;
  const { kind, amountSats } = reading.receiver;
  const isPurchase = type === TransactionType.enum.BUY_BITCOIN;
  return kind === "bolt11" || (isPurchase && amountSats !== null);
}

function destinationsIn(body: WrittenBody, country: string | null) {
  const number = textIn(body, "number");
  const receiver = textIn(body, "receiver_address");
  return {
    number: number === undefined ? undefined : brokenBy(judgeNumber(number, country)),
    receiver_address: receiver === undefined ? undefined : receiverRule(body, receiver, country),
  };
}

/** Of an order of no known type only what neither type could use is refused. */
function receiverRule(
  { type }: WrittenBody,
  text: string,
  country: string | null,
): FieldRule | undefined {
  const isPurchase = type === TransactionType.enum.BUY_BITCOIN;
  // A sale may leave it out, and old clients send the phone number again.
  if (!isPurchase && (text.trim() === "" || "canonical" in judgeNumber(text, country))) {
    return undefined;
  }
  const reading = readReceiver(text, "any");
  if (reading.kind === "refused") return "invalid-receiver";
  const isSale = type === TransactionType.enum.SELL_BITCOIN;
  const takesReturns = ["lightning-address", "lnurl"].includes(reading.receiver.kind);
  return isSale && !takesReturns ? "invalid-receiver" : undefined;
}

function brokenBy(judged: Judged): FieldRule | undefined {
  return "broken" in judged ? judged.broken : undefined;
}
