import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { defineFact } from "../fact.ts";
import { InstantText, idOf } from "../texts.ts";

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

export const identityFacts = [AccountActivated] as const;
