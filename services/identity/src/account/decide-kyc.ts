import { KYC_TIER_HIGHEST } from "@sanu/contracts";
import { accepted, type Decision, decideBy, nothingNew, refused } from "@sanu/kernel";
import type { ApproveKyc, OpenKycDocument, RejectKyc, SubmitKyc } from "./commands.ts";
import type { AccountEvent } from "./events.ts";
import type { AccountRefusal } from "./refusals.ts";
import type { KnownAccount } from "./state.ts";

export type KycCommand = SubmitKyc | ApproveKyc | RejectKyc | OpenKycDocument;

type KycDecision = Decision<AccountEvent, AccountRefusal>;

export function decideKyc(state: KnownAccount, command: KycCommand): KycDecision {
  return state.status === "pending" ? refused("not-verified") : decideVerified(state, command);
}

const decideVerified = decideBy<KnownAccount, KycCommand, KycDecision>({
  "submit-kyc": submit,
  "approve-kyc": decideReview,
  "reject-kyc": decideReview,
  "open-kyc-document": openDocument,
});

function submit(state: KnownAccount, { submissionId, at }: SubmitKyc): KycDecision {
  const { kyc, status, accountId } = state;
  if (kyc.status !== "NONE" && kyc.submissionId === submissionId) return nothingNew();
  if (status === "suspended" || status === "deactivated") return refused(status);
  if (kyc.status === "PENDING") return refused("kyc-already-pending");
  if (state.kycTier >= KYC_TIER_HIGHEST) return refused("kyc-already-complete");
  return accepted({ type: "KycSubmitted", v: 1, accountId, submissionId, at });
}

/** Only the newest submission can still be open; all before it were decided. */
function decideReview(state: KnownAccount, command: ApproveKyc | RejectKyc): KycDecision {
  const { kyc, accountId } = state;
  const { submissionId, by, reasonId, at } = command;
  if (by === accountId) return refused("own-account");
  if (kyc.status === "NONE" || kyc.submissionId !== submissionId) {
    return refused("kyc-already-decided");
  }
  const wanted = command.kind === "approve-kyc" ? "APPROVED" : "REJECTED";
  if (kyc.status === wanted && isGiven(state, command)) return nothingNew();
  if (isOutdated(state, command)) return refused("outdated");
  if (kyc.status !== "PENDING") return refused("kyc-already-decided");
  const base = { v: 1, accountId, by, reasonId, at } as const;
  if (command.kind === "reject-kyc") {
    return accepted({ type: "KycRejected", ...base, submissionId });
  }
  const { kycTier, documentHmac } = command;
  const approved: AccountEvent = { type: "KycApproved", ...base, submissionId, documentHmac };
  // Documents never take away what somebody else granted.
  if (kycTier <= state.kycTier) return accepted(approved);
  return accepted<AccountEvent>(approved, { type: "KycTierChanged", ...base, kycTier });
}

/** Whether she may what an approval would give her; a rejection gives nothing. */
function isGiven({ kycTier }: KnownAccount, command: ApproveKyc | RejectKyc): boolean {
  return command.kind === "reject-kyc" || kycTier >= command.kycTier;
}

function isOutdated({ kycTier }: KnownAccount, command: ApproveKyc | RejectKyc): boolean {
  if (command.kind === "reject-kyc" || command.asOfTier === undefined) return false;
  return command.asOfTier !== kycTier;
}

function openDocument({ accountId }: KnownAccount, command: OpenKycDocument): KycDecision {
  const { submissionId, documentId, by, at } = command;
  return accepted({
    type: "KycDocumentOpened",
    v: 1,
    accountId,
    submissionId,
    documentId,
    by,
    at,
  });
}
