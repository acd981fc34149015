import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { InstantText, idOf, XofText } from "../texts.ts";

const fact = factsOf("identity");

/** A person proved the e-mail address; the account may trade within its tier. */
export const AccountActivated = fact("AccountActivated", {
  accountId: idOf<AccountId>(),
  country: z.string().regex(/^[A-Z]{2}$/),
  kycTier: z.int().min(0).max(3),
  activatedAt: InstantText,
});

/** The account may trade more or less from now on. Facts of one account count in the order of their positions. */
export const AccountTierChanged = fact("AccountTierChanged", {
  accountId: idOf<AccountId>(),
  kycTier: z.int().min(0).max(3),
  changedAt: InstantText,
});

/**
 * What a tier allows in a month from now on. Every tier has one from the first start of identity, which owns the limits:
 * whoever obeys them knows them from here alone. Facts of one tier count in the order of their positions.
 */
export const KycTierLimitChanged = fact("KycTierLimitChanged", {
  kycTier: z.int().min(0).max(3),
  monthlyLimitXof: XofText,
  changedAt: InstantText,
});

/**
 * Its documents were approved: whoever they belong to is behind the account. The document is named under a key of the
 * deployment, the same for every account, so that what a person may do counts over all of them.
 */
export const AccountIdentityProven = fact("AccountIdentityProven", {
  accountId: idOf<AccountId>(),
  documentHmac: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  provenAt: InstantText,
});

/** Nothing of the account moves from now on. Facts of one account count in the order of their positions. */
export const AccountSuspended = fact("AccountSuspended", {
  accountId: idOf<AccountId>(),
  suspendedAt: InstantText,
});

/** The account may order again. What was held of it stays held until two of the staff decide. */
export const AccountSuspensionLifted = fact("AccountSuspensionLifted", {
  accountId: idOf<AccountId>(),
  liftedAt: InstantText,
});

export const identityFacts = [
  AccountActivated,
  AccountTierChanged,
  KycTierLimitChanged,
  AccountIdentityProven,
  AccountSuspended,
  AccountSuspensionLifted,
] as const;
