import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { InstantText, idOf } from "../texts.ts";
import { OpenBusiness } from "./enums.ts";

const fact = factsOf("transactions");
const ofErasure = { accountId: idOf<AccountId>(), erasureId: z.uuid() };

/**
 * Nothing of the account is open, and it can order nothing any more: its person may be erased. Final. Whether money ever moved for
 * it is not said by a release of before.
 */
export const AccountClosed = fact("AccountClosed", {
  ...ofErasure,
  hasPaidTransactions: z.boolean().optional(),
  closedAt: InstantText,
});

/** Something of the account is open: its person is still needed. */
export const AccountClosingRefused = fact("AccountClosingRefused", {
  ...ofErasure,
  open: z.array(OpenBusiness).min(1).readonly(),
  refusedAt: InstantText,
});

export const accountClosingFacts = [AccountClosed, AccountClosingRefused] as const;
