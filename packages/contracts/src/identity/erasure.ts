import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { requestsOf } from "../request.ts";
import { InstantText, idOf } from "../texts.ts";
import { SealedView } from "./enums.ts";

const fact = factsOf("identity");
const request = requestsOf("identity");
const accountId = idOf<AccountId>();
const erasureId = z.uuid();

/**
 * A person wants everything about her deleted. Transactions answers with AccountClosed or AccountClosingRefused;
 * until then nothing is deleted.
 */
export const AccountErasureRequested = fact("AccountErasureRequested", {
  accountId,
  erasureId,
  requestedAt: InstantText,
});

/**
 * Identity has deleted what it knew of the person; whoever keeps anything of hers does the same. Final. `sealedUntil` is there
 * where the law obliges to keep something of hers, sealed, until then.
 */
export const AccountErased = fact("AccountErased", {
  accountId,
  erasedAt: InstantText,
  sealedUntil: InstantText.optional(),
});

export const erasureFacts = [AccountErasureRequested, AccountErased] as const;

/**
 * Erases the person of an account, for who knows its password, unless something of hers is still open. `isErased`
 * is false where the answer of transactions takes longer than the client waits: then it happens later.
 */
export const EraseAccount = request("erase-account", {
  request: z.object({ accountId, password: z.string() }),
  reply: z.object({ isErased: z.boolean(), sealed: SealedView.optional() }),
  refusals: [
    "validation-failed",
    "last-admin",
    "too-many-requests",
    "not-found",
    "account-in-use",
    "service-unavailable",
  ],
});
