import { accepted, type Decision, nothingNew, refused, unreachable } from "@sanu/kernel";
import type { AccountCommand, EraseAccount, RefuseErasure, RequestErasure } from "./commands.ts";
import type { AccountEvent } from "./events.ts";
import type { AccountRefusal } from "./refusals.ts";
import type { KnownAccount } from "./state.ts";

export type ErasureCommand = RequestErasure | EraseAccount | RefuseErasure;

type ErasureDecision = Decision<AccountEvent, AccountRefusal>;

/**
 * What an account answers about its erasure: asked for in whatever state it is, decided once by what transactions
 * knows. At most one is under way.
 */
export function decideErasure(state: KnownAccount, command: ErasureCommand): ErasureDecision {
  const { accountId, erasure } = state;
  const { erasureId, at } = command;
  const isThis = erasure?.erasureId === erasureId;
  const isUnderWay = erasure !== undefined && erasure.refusedFor === undefined;
  const ofErasure = { v: 1, accountId, erasureId, at } as const;
  switch (command.kind) {
    case "request-erasure":
      if (isUnderWay || isThis) return nothingNew();
      return accepted({ type: "ErasureRequested", ...ofErasure, by: command.by });
    case "refuse-erasure":
      if (!isThis) return refused("erasure-not-requested");
      if (!isUnderWay) return nothingNew();
      return accepted({ type: "ErasureRefused", ...ofErasure, open: command.open });
    case "erase":
      if (!isThis || !isUnderWay) return refused("erasure-not-requested");
      return accepted({
        type: "AccountErased",
        ...ofErasure,
        ...(command.sealed !== undefined && { sealed: command.sealed }),
      });
    default:
      return unreachable(command);
  }
}

/** Whatever comes again about an erasure is no news behind it; nothing else is possible any more. */
export function decideOnErased({ kind }: Pick<AccountCommand, "kind">): ErasureDecision {
  const isAboutErasure =
    kind === "request-erasure" || kind === "erase" || kind === "refuse-erasure";
  return isAboutErasure ? nothingNew() : refused("erased");
}
