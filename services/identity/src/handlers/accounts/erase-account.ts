import { EraseAccount } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { handleRequest, refuse } from "@sanu/platform";
import {
  checkOwnPassword,
  type OwnPasswordDeps,
  passwordRefusal,
} from "../../credentials/passwords/check-own-password.ts";
import { erasureLimits } from "../../erasure/erasure-limits.ts";
import { type ErasureDeps, loadAccount, requestErasure } from "../../erasure/request-erasure.ts";

export interface EraseAccountDeps extends ErasureDeps, OwnPasswordDeps {}

/** Erases the person of an account for who knows its password, once transactions says that nothing is open. */
export const eraseAccount = (deps: EraseAccountDeps) =>
  handleRequest(EraseAccount, async ({ accountId, password }, context) => {
    const before = await loadAccount(deps.store, accountId);
    // The answer to the first try got lost; there is no password any more that could be compared.
    if (before.status === "erased") return { isErased: true, sealed: before.sealed };
    const checked = await checkOwnPassword(deps, { accountId, password }, context);
    if (checked.kind !== "right") return passwordRefusal(checked);
    const request = { accountId, erasureId: context.causationId, by: accountId };
    const leftMs = context.remainingMs() - erasureLimits.marginMs;
    const waitMs = Math.min(erasureLimits.waitMs, leftMs);
    const { outcome, sealed } = await requestErasure(deps, request, { context, waitMs });
    switch (outcome) {
      case "erased":
        return { isErased: true, sealed };
      case "under-way":
        return { isErased: false };
      case "refused":
        return refuse("account-in-use");
      case "last-admin":
        return refuse("last-admin");
      case "unknown-account":
        return refuse("not-found");
      default:
        return unreachable(outcome);
    }
  });
