import { type AccountId, moneyShapes } from "@sanu/kernel";
import { z } from "zod";
import { CountryCode } from "../identity/enums.ts";
import { requestsOf } from "../request.ts";
import { idOf } from "../texts.ts";

const request = requestsOf("transactions");
const accountId = idOf<AccountId>();

export const walletLimits = {
  /** Saved receivers of a person, and as many numbers. */
  entriesMax: 20,
  labelLettersMax: 60,
} as const;

const Label = z.string().max(walletLimits.labelLettersMax).nullable();
const XofAmount = z.string().regex(moneyShapes.xof);
const SatsAmount = z.string().regex(moneyShapes.sats);

/** A place for sats that a person saved, in its canonical form. */
export const WalletReceiverView = z.object({
  label: Label,
  receiver_address: z.string(),
  is_default: z.boolean(),
});
export type WalletReceiverView = z.infer<typeof WalletReceiverView>;

/** A mobile-money number that a person saved, as E.164. */
export const WalletNumberView = z.object({
  label: Label,
  number: z.string(),
  is_default: z.boolean(),
});
export type WalletNumberView = z.infer<typeof WalletNumberView>;

/** GET /api/v1/wallet: what a person completed since the first transaction, and what she saved for the next ones. */
export const WalletView = z.object({
  totals: z.object({
    total_transactions: z.int().min(0),
    bought_xof: XofAmount,
    bought_sats: SatsAmount,
    sold_xof: XofAmount,
    sold_sats: SatsAmount,
  }),
  receivers: z.array(WalletReceiverView),
  numbers: z.array(WalletNumberView),
});
export type WalletView = z.infer<typeof WalletView>;

export const GetWallet = request("get-wallet", {
  request: z.object({ accountId }),
  reply: z.object({ wallet: WalletView }),
});

/** A whole list, of each entry with these fields. */
const listOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .array(z.object({ label: Label, ...fields, isDefault: z.boolean() }))
    .max(walletLimits.entriesMax);

const refusals = ["validation-failed", "account-deactivated"] as const;

/** Saves these receivers instead of all that were saved; the same again changes nothing. */
export const SaveReceivers = request("save-receivers", {
  request: z.object({ accountId, receivers: listOf({ receiver: z.string() }) }),
  reply: z.object({ receivers: z.array(WalletReceiverView) }),
  refusals,
});

/** Saves these numbers instead of all that were saved; the same again changes nothing. */
export const SaveNumbers = request("save-numbers", {
  request: z.object({
    accountId,
    /** The account's: a number without a calling code is one of there. */
    country: CountryCode.nullable().default(null),
    numbers: listOf({ number: z.string() }),
  }),
  reply: z.object({ numbers: z.array(WalletNumberView) }),
  refusals,
});

export const walletRequests = [GetWallet, SaveReceivers, SaveNumbers] as const;
