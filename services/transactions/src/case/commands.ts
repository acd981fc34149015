import type { Proposed } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { EventOf } from "./events.ts";
import type { Found } from "./state.ts";

/** The same finding twice is one case: its id is made of what it is about. */
export interface OpenCase {
  readonly kind: "open";
  readonly found: Found;
  readonly at: Instant;
}

export interface ProposeVerdict {
  readonly kind: "propose";
  readonly proposalId: string;
  readonly proposed: Proposed;
  readonly evidenceSha256: string;
  readonly by: AccountId;
  readonly validMs: number;
  readonly at: Instant;
}

export interface ApproveVerdict {
  readonly kind: "approve";
  /** What she has read: another one may stand there by now. */
  readonly proposalId: string;
  readonly reasonSha256: string;
  readonly by: AccountId;
  /** The installation has one admin. */
  readonly isSoleAdminAllowed?: boolean;
  readonly at: Instant;
}

export interface WithdrawProposal {
  readonly kind: "withdraw";
  readonly proposalId: string;
  readonly by: AccountId;
  readonly at: Instant;
}

/** Nobody has to look any more, by what came or by the end of the transaction's review. */
export interface CloseCase {
  readonly kind: "close";
  readonly closing: Exclude<EventOf<"CaseClosed">["closing"], "approved">;
  readonly by: AccountId | null;
  readonly at: Instant;
}

export type CaseCommand = OpenCase | ProposeVerdict | ApproveVerdict | WithdrawProposal | CloseCase;

/** What something that happened to a transaction means for one of its cases. */
export interface CommandOfCase {
  readonly caseId: string;
  readonly command: CaseCommand;
  /** The same is asked already while one of these is not closed. */
  readonly unlessOpen?: readonly string[];
}
