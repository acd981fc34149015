import { type Instant, type Sats, sats } from "@sanu/kernel";
import { type AddressType, readAddress } from "./address.ts";
import { readBitcoinUri } from "./bitcoin-uri.ts";
import { readInvoice } from "./bolt11/invoice.ts";
import { readLightningAddress } from "./lightning-address.ts";
import { readLnurl } from "./lnurl.ts";
import { type AcceptedNetwork, isAcceptedNetwork } from "./network.ts";
import { type ReceiverRefusal, receiverRefused } from "./refusal.ts";
import { invoiceLimits } from "./usable-invoice.ts";

interface ReceiverBasics {
  /** The one text under which this receiver is stored, compared and sent to. */
  readonly canonical: string;
  /** Enough to recognise it, too little to find its owner; fit for logs and events. */
  readonly masked: string;
  /** Null where any amount will do. */
  readonly amountSats: Sats | null;
}

export type Receiver =
  | (ReceiverBasics & { readonly kind: "lightning-address" })
  | (ReceiverBasics & { readonly kind: "lnurl"; readonly url: string })
  | (ReceiverBasics & {
      readonly kind: "bolt11";
      readonly paymentHash: string;
      readonly expiresAt: Instant;
    })
  | (ReceiverBasics & { readonly kind: "onchain"; readonly addressType: AddressType });

export type ReceiverReading =
  | { readonly kind: "receiver"; readonly receiver: Receiver }
  | { readonly kind: "refused"; readonly code: ReceiverRefusal };

const TEXT_LENGTH_MAX = 4_096;

/** What a person typed, pasted or scanned. Pure: it asks nobody, and leaves expiry to the caller's clock. */
export function readReceiver(text: string, accepted: AcceptedNetwork): ReceiverReading {
  const trimmed = text.trim();
  if (trimmed.length > TEXT_LENGTH_MAX) return receiverRefused("unknown-form");
  if (/^bitcoin:/i.test(trimmed)) return readUri(trimmed, accepted);
  const bare = trimmed.replace(/^lightning:/i, "");
  return readLightning(bare, accepted) ?? readOnchain(bare, accepted, null);
}

function readLightning(text: string, accepted: AcceptedNetwork): ReceiverReading | undefined {
  if (text.includes("@")) return readAt(text);
  if (/^lnurl1/i.test(text)) return readLnurlReceiver(text);
  return /^ln(bc|tb)/i.test(text) ? readBolt11(text, accepted) : undefined;
}

function readAt(text: string): ReceiverReading {
  const canonical = readLightningAddress(text);
  if (canonical === null) return receiverRefused("unknown-form");
  const [user = "", domain = ""] = canonical.split("@");
  const topLevel = domain.slice(domain.lastIndexOf("."));
  const masked = `${user.charAt(0)}***@${domain.charAt(0)}***${topLevel}`;
  return found({ kind: "lightning-address", canonical, masked, amountSats: null });
}

function readLnurlReceiver(text: string): ReceiverReading {
  const lnurl = readLnurl(text);
  if (lnurl === null) return receiverRefused("unknown-form");
  const canonical = lnurl.text;
  return found({
    kind: "lnurl",
    canonical,
    masked: masked(canonical, 6),
    amountSats: null,
    url: lnurl.url,
  });
}

function readBolt11(text: string, accepted: AcceptedNetwork): ReceiverReading {
  const invoice = readInvoice(text);
  if (invoice === null) return receiverRefused("invalid-invoice");
  if (!isAcceptedNetwork(accepted, [invoice.network])) return receiverRefused("wrong-network");
  const { amountMsat, paymentHash, expiresAt, finalCltvBlocks } = invoice;
  // Nothing is sent there: whoever orders would pay first, and hear it then.
  if (finalCltvBlocks > invoiceLimits.finalCltvBlocksMax) return receiverRefused("invalid-invoice");
  // We send whole satoshis, so an invoice over a fraction of one can never be paid exactly.
  if (amountMsat !== null && amountMsat % 1_000n !== 0n) {
    return receiverRefused("invoice-below-one-sat");
  }
  return found({
    kind: "bolt11",
    canonical: invoice.text,
    masked: masked(invoice.text, 4),
    amountSats: amountMsat === null ? null : sats(amountMsat / 1_000n),
    paymentHash,
    expiresAt,
  });
}

function readOnchain(
  text: string,
  accepted: AcceptedNetwork,
  amountSats: Sats | null,
): ReceiverReading {
  const address = readAddress(text, accepted);
  if (address.kind === "refused") return address;
  const { canonical, addressType } = address;
  return found({
    kind: "onchain",
    canonical,
    masked: masked(canonical, 4),
    amountSats,
    addressType,
  });
}

/** Lightning is preferred where a URI offers both: it is cheaper and final at once. */
function readUri(text: string, accepted: AcceptedNetwork): ReceiverReading {
  const uri = readBitcoinUri(text);
  if (uri === null) return receiverRefused("invalid-uri");
  if (uri.lightning !== null) {
    const offered = readLightning(uri.lightning, accepted) ?? receiverRefused("invalid-uri");
    const reading = withAmount(offered, uri.amountSats);
    if (reading.kind === "receiver" || uri.addresses.length === 0) return reading;
  }
  const readings = uri.addresses.map((one) => readOnchain(one, accepted, uri.amountSats));
  return (
    readings.find(({ kind }) => kind === "receiver") ??
    readings[0] ??
    receiverRefused("invalid-uri")
  );
}

/** What names no amount takes the URI's; two amounts that differ contradict each other. */
function withAmount(reading: ReceiverReading, amountSats: Sats | null): ReceiverReading {
  if (reading.kind === "refused" || amountSats === null) return reading;
  const { receiver } = reading;
  if (receiver.amountSats === null) return found({ ...receiver, amountSats });
  return receiver.amountSats === amountSats ? reading : receiverRefused("invalid-uri");
}

function found(receiver: Receiver): ReceiverReading {
  return { kind: "receiver", receiver };
}

function masked(text: string, shownAtStart: number): string {
  return `${text.slice(0, shownAtStart)}***${text.slice(-4)}`;
}
