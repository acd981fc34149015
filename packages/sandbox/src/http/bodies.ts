import { type Instant, isInstant } from "@sanu/kernel";
import { z } from "zod";
import { sandboxLimits } from "../limits.ts";

const digits = /^[1-9]\d{0,17}$/;
const Amount = z.string().regex(digits).transform(BigInt);
const MerchantKey = z.string().min(1).max(100);
const InternationalNumber = z.string().regex(/^\+\d{7,15}$/);
const Channel = z.string().min(1).max(40);

export const NewPaymentBody = z.object({
  merchant_key: MerchantKey,
  amount_xof: Amount,
  payer_number: InternationalNumber,
  channel: Channel,
  description: z.string().max(200),
  return_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
});

export const CancellationBody = z.object({ merchant_key: MerchantKey });

export const NewRefundBody = z.object({
  merchant_key: MerchantKey,
  payment_id: z.string(),
  amount_xof: Amount,
});

export const NewDisbursementBody = z.object({
  merchant_key: MerchantKey,
  amount_xof: Amount.refine(
    (amount) =>
      amount >= sandboxLimits.disbursementXofMin && amount <= sandboxLimits.disbursementXofMax,
  ),
  number: InternationalNumber,
  channel: Channel,
  description: z.string().max(200),
});

export const ChannelParams = z.object({ channel: Channel });

export const InvoiceBody = z.object({
  destination: z.string().min(1).max(4_096),
  amount_sats: Amount,
});

export const PayBody = z.object({
  invoice: z.string().min(1).max(8_192),
  amount_sats: Amount,
  fee_limit_sats: Amount,
});

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);

export const HoldInvoiceBody = z.object({
  payment_hash: Hex32,
  amount_sats: Amount,
  description: z.string().max(200),
  expires_at: z.custom<Instant>((value) => typeof value === "string" && isInstant(value)),
});

export const CaptureBody = z.object({ preimage: Hex32 });
export const InvoiceCancellationBody = z.object({ payment_hash: Hex32 });
export const HashParams = z.object({ payment_hash: Hex32 });

export const BuildBody = z.object({ address: z.string().min(1).max(100), amount_sats: Amount });

export const BroadcastBody = z.object({ raw_transaction: z.string().min(1).max(60_000) });

const Moment = z.custom<Instant>((value) => typeof value === "string" && isInstant(value));

export const AccountParams = z.object({ account: z.string().min(1).max(40) });
export const StatementQuery = z.object({
  from: Moment,
  to: Moment,
  after: z.coerce.number().int().min(0).default(0),
});

export const KeyQuery = z.object({ merchant_key: MerchantKey });
export const IdParams = z.object({ id: z.string() });
export const TokenParams = z.object({ token: z.string() });
