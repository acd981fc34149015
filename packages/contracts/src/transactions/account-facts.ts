import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { InstantText, idOf } from "../texts.ts";
import { OpenBusiness, WalletList } from "./enums.ts";

const fact = factsOf("transactions");
const ofErasure = { accountId: idOf<AccountId>(), erasureId: z.uuid() };

export const AccountClosed = fact(
  "AccountClosed",
  "Nothing of the account is open, and it can order nothing any more: its person may " +
    "be erased. Final.",
  {
    ...ofErasure,
    hasPaidTransactions: z
      .boolean()
      .optional()
      .describe("Whether money ever moved for it; releases of before do not say."),
    closedAt: InstantText,
  },
);

export const AccountClosingRefused = fact(
  "AccountClosingRefused",
  "Something of the account is open: its person is still needed.",
  {
    ...ofErasure,
    open: z.array(OpenBusiness).min(1).readonly(),
    refusedAt: InstantText,
  },
);

export const WalletChanged = fact(
  "WalletChanged",
  "Something was saved for an account's next orders that was not there before, or another default. Identity mails " +
    "its owner that: whoever holds her session could have done it. Told five times a day at most.",
  {
    accountId: idOf<AccountId>(),
    list: WalletList,
    changedAt: InstantText,
  },
);

export const accountClosingFacts = [AccountClosed, AccountClosingRefused] as const;
