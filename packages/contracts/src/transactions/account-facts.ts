import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { defineFact } from "../fact.ts";
import { InstantText, idOf } from "../texts.ts";
import { OpenBusiness } from "./enums.ts";

const service = "transactions";
const ofErasure = { accountId: idOf<AccountId>(), erasureId: z.uuid() };

/** Nothing of the account is open, and it can order nothing any more: its person may be erased. Final. */
export const AccountClosed = defineFact({
  service,
  name: "AccountClosed",
  version: 1,
  schema: z.object({ ...ofErasure, closedAt: InstantText }),
});

/** Something of the account is open: its person is still needed. */
export const AccountClosingRefused = defineFact({
  service,
  name: "AccountClosingRefused",
  version: 1,
  schema: z.object({
    ...ofErasure,
    open: z.array(OpenBusiness).min(1).readonly(),
    refusedAt: InstantText,
  }),
});

export const accountClosingFacts = [AccountClosed, AccountClosingRefused] as const;
