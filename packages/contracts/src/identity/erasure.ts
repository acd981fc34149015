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

export const AccountErasureRequested = fact(
  "AccountErasureRequested",
  "A person wants everything about her deleted. Transactions answers with " +
    "AccountClosed or AccountClosingRefused; until then nothing is deleted.",
  {
    accountId,
    erasureId,
    requestedAt: InstantText,
  },
);

export const AccountErased = fact(
  "AccountErased",
  "Identity has deleted what it knew of the person; whoever keeps anything of hers " +
    "does the same. Final.",
  {
    accountId,
    erasedAt: InstantText,
    sealedUntil: InstantText.optional().describe(
      "Until then something of hers is kept, sealed, because the law obliges to; absent where nothing is.",
    ),
  },
);

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
