import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { InstantText, idOf, XofText } from "../texts.ts";

const fact = factsOf("identity");

export const AccountActivated = fact(
  "AccountActivated",
  "A person proved the e-mail address; the account may trade within its tier.",
  {
    accountId: idOf<AccountId>(),
    country: z.string().regex(/^[A-Z]{2}$/),
    kycTier: z.int().min(0).max(3),
    activatedAt: InstantText,
  },
);

export const AccountTierChanged = fact(
  "AccountTierChanged",
  "The account may trade more or less from now on. Facts of one account count in the " +
    "order of their positions.",
  {
    accountId: idOf<AccountId>(),
    kycTier: z.int().min(0).max(3),
    changedAt: InstantText,
  },
);

export const KycTierLimitChanged = fact(
  "KycTierLimitChanged",
  "What a tier allows in a month from now on. Every tier has one from the first start " +
    "of identity, which owns the limits: whoever obeys them knows them from here alone. " +
    "Facts of one tier count in the order of their positions.",
  {
    kycTier: z.int().min(0).max(3),
    monthlyLimitXof: XofText,
    changedAt: InstantText,
  },
);

export const AccountIdentityProven = fact(
  "AccountIdentityProven",
  "Its documents were approved: whoever they belong to is behind the account. The " +
    "document is named under a key of the deployment, the same for every account, so " +
    "that what a person may do counts over all of them.",
  {
    accountId: idOf<AccountId>(),
    documentHmac: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    provenAt: InstantText,
  },
);

export const AccountSuspended = fact(
  "AccountSuspended",
  "Nothing of the account moves from now on. Facts of one account count in the order " +
    "of their positions.",
  {
    accountId: idOf<AccountId>(),
    suspendedAt: InstantText,
  },
);

export const AccountSuspensionLifted = fact(
  "AccountSuspensionLifted",
  "The account may order again. What was held of it stays held until two of the staff decide.",
  {
    accountId: idOf<AccountId>(),
    liftedAt: InstantText,
  },
);

export const AccountDeactivated = fact(
  "AccountDeactivated",
  "Its owner closed the account: what she ordered in advance ends, and she orders nothing " +
    "until it is open again. What is under way goes on. Facts of one account count in the " +
    "order of their positions.",
  {
    accountId: idOf<AccountId>(),
    deactivatedAt: InstantText,
  },
);

export const AccountReactivated = fact(
  "AccountReactivated",
  "Its owner opened the account again. What ended when it was closed stays ended.",
  {
    accountId: idOf<AccountId>(),
    reactivatedAt: InstantText,
  },
);

export const OrderingKeyChanged = fact(
  "OrderingKeyChanged",
  "What a service may order by an API key of its account from now on, until the key " +
    "ends. Facts of one key count in the order of their positions.",
  {
    keyId: idOf<string>(),
    accountId: idOf<AccountId>(),
    /** Of the whole account, by whatever key. */
    openTransactionsMax: z.int().min(1),
    /** Of the whole account in a month of the business calendar, by whatever key. */
    monthlyLimitXof: XofText,
    endsAt: InstantText,
    changedAt: InstantText,
  },
);

export const identityFacts = [
  AccountActivated,
  AccountTierChanged,
  KycTierLimitChanged,
  AccountIdentityProven,
  AccountSuspended,
  AccountSuspensionLifted,
  AccountDeactivated,
  AccountReactivated,
  OrderingKeyChanged,
] as const;
