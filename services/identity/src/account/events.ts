import { CountryCode, InstantText, idOf } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

const AccountRegistered = z.object({
  type: z.literal("AccountRegistered"),
  v: z.literal(1),
  accountId: idOf<AccountId>(),
  country: CountryCode,
  registeredAt: InstantText,
});

const AccountActivated = z.object({
  type: z.literal("AccountActivated"),
  v: z.literal(1),
  accountId: idOf<AccountId>(),
  country: CountryCode,
  kycTier: z.int().min(0).max(3),
  activatedAt: InstantText,
});

/** Everything that can have happened to an account. Who the person is stands in tables that can be erased. */
export const AccountEvent = z.discriminatedUnion("type", [AccountRegistered, AccountActivated]);
export type AccountEvent = z.infer<typeof AccountEvent>;
