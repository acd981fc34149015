import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { defineFact } from "../fact.ts";
import { InstantText, idOf, XofText } from "../texts.ts";

/** A person proved the e-mail address; the account may trade within its tier. */
export const AccountActivated = defineFact({
  service: "identity",
  name: "AccountActivated",
  version: 1,
  schema: z.object({
    accountId: idOf<AccountId>(),
    country: z.string().regex(/^[A-Z]{2}$/),
    kycTier: z.int().min(0).max(3),
    activatedAt: InstantText,
  }),
});

/** The account may trade more or less from now on. Facts of one account count in the order of their positions. */
export const AccountTierChanged = defineFact({
  service: "identity",
  name: "AccountTierChanged",
  version: 1,
  schema: z.object({
    accountId: idOf<AccountId>(),
    kycTier: z.int().min(0).max(3),
    changedAt: InstantText,
  }),
});

/**
 * What a tier allows in a month from now on. Every tier has one from the first start of identity, which owns the limits:
 * whoever obeys them knows them from here alone. Facts of one tier count in the order of their positions.
 */
export const KycTierLimitChanged = defineFact({
  service: "identity",
  name: "KycTierLimitChanged",
  version: 1,
  schema: z.object({
    kycTier: z.int().min(0).max(3),
    monthlyLimitXof: XofText,
    changedAt: InstantText,
  }),
});

export const identityFacts = [AccountActivated, AccountTierChanged, KycTierLimitChanged] as const;
