import {
  type ChangeRefusal,
  DecideKyc,
  KYC_TIER_HIGHEST,
  type KycApproval,
  KycApprovalAsOf,
  type KycReviewView,
  type RequestData,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import {
  type Execution,
  type HandlerRefusal,
  handleRequest,
  type ProposedOperation,
  type RequestContext,
  refuse,
  type Secret,
  type Statement,
} from "@sanu/platform";
import type { ApproveKyc, RejectKyc } from "../../account/commands.ts";
import type { AccountDeps } from "../../account-deps.ts";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { changeAccount } from "../../change-account.ts";
import { brokenNumber, documentName } from "../../kyc/document-name.ts";
import { findReview } from "../../kyc/read-submissions.ts";
import { UnopenableError } from "../../kyc/sealed.ts";
import { updateDecision } from "../../kyc/submission-writes.ts";
import { queueNotice } from "../../mail/queue-notice.ts";
import type { ReviewDeps } from "./list-kyc-submissions.ts";

export interface DecideKycDeps extends ReviewDeps, Pick<AccountDeps, "store" | "clock"> {
  readonly personKey: () => Secret;
  readonly afterMailQueued: () => void;
}

type Input = RequestData<typeof DecideKyc> & {
  readonly approvedBy?: AccountId;
  readonly asOfTier?: number;
};

/** Once. The same decision again changes nothing. The highest tier takes two reviewers: it is proposed. */
export const decideKyc = (deps: DecideKycDeps) =>
  handleRequest(DecideKyc, async (request, context) => {
    if (request.kycTier === KYC_TIER_HIGHEST) return refuse("forbidden");
    const done = await decide(deps, request, { context, writes: [] });
    if ("refusal" in done) {
      const { code, params, fields } = done.refusal;
      const listed = DecideKyc.refusals.find((one) => one === code);
      if (listed === undefined) throw new Error(`A decision cannot be refused with ${code}`);
      return refuse(listed, params, fields);
    }
    if (done.kind === "outdated" || done.kind === "constraint") {
      throw new Error(`A decision was not carried out: ${done.kind}`);
    }
    const submission = await findReview(deps, request.submissionId);
    return submission === undefined ? refuse("not-found") : { submission };
  });

/** Documents for the highest tier, which two reviewers read. */
export function kycOperation(deps: DecideKycDeps): ProposedOperation<KycApproval> {
  return {
    async check({ submission_id: submissionId }, by) {
      const found = await findReview(deps, submissionId);
      if (found === undefined) return refuse("not-found");
      if (found.user.id === by) return refuse("forbidden");
      if (found.status !== "PENDING") return refuse("kyc-already-decided");
      // The view's texts are those of the database.
      return { accountId: found.user.id as AccountId, asOf: { tier: found.user.kyc_tier_id } };
    },
    execute({ content, asOf, proposedBy: by, approvedBy, reason, settle, context }) {
      const { submission_id: submissionId, tier: kycTier } = content;
      const { tier: asOfTier } = KycApprovalAsOf.parse(asOf);
      const decision = { by, submissionId, kycTier, reason, approvedBy, asOfTier };
      return decide(deps, decision, { context, writes: [settle] });
    },
  };
}

async function decide(
  deps: DecideKycDeps,
  request: Input,
  of: { readonly context: RequestContext; readonly writes: readonly Statement[] },
): Promise<Execution | HandlerRefusal<ChangeRefusal>> {
  const found = await findReview(deps, request.submissionId);
  if (found === undefined) return refuse("not-found");
  const accountId = found.user.id as AccountId;
  const command = commandOf(deps, request, found);
  if (command === undefined) return refuse("validation-failed", undefined, brokenNumber);
  const result = await changeAccount(deps.store, accountId, {
    command,
    context: of.context,
    writes: () => [...of.writes, ...writesOf(command, request, accountId)],
  });
  switch (result.kind) {
    case "accepted":
      deps.afterMailQueued();
      return { kind: "executed" };
    case "refused":
      if (result.refusal.code === "outdated") return { kind: "outdated" };
      return refuse(result.refusal.code === "own-account" ? "forbidden" : "kyc-already-decided");
    case "nothing-new":
    case "constraint":
      return result;
  }
}

/** `undefined` where its number names no document, as it was handed in before such were refused. */
function commandOf(
  { clock, personKey }: DecideKycDeps,
  request: Input,
  { document_kind: kind, document_number: number }: KycReviewView,
): ApproveKyc | RejectKyc | undefined {
  const { submissionId, by, kycTier, asOfTier } = request;
  const action = { submissionId, by, reasonId: newId(), at: clock.now() };
  if (kycTier === null) return { kind: "reject-kyc", ...action };
  // Nobody can say which document it is, so nobody's tier rises by it.
  if (number === null) throw new UnopenableError(`The number of ${submissionId} cannot be opened`);
  const documentHmac = documentName(personKey(), kind, number);
  if (documentHmac === undefined) return undefined;
  const approval = { ...action, documentHmac, kycTier };
  return { kind: "approve-kyc", ...approval, ...(asOfTier !== undefined && { asOfTier }) };
}

function writesOf(
  command: ApproveKyc | RejectKyc,
  { reason, kycTier, approvedBy }: Input,
  accountId: AccountId,
): readonly Statement[] {
  const { submissionId, by, reasonId, at } = command;
  const status = command.kind === "approve-kyc" ? "APPROVED" : "REJECTED";
  const what = {
    kyc: status,
    submissionId,
    ...(kycTier === null ? {} : { kycTier }),
    ...(approvedBy && { approved_by: approvedBy }),
  };
  return [
    insertAdminAction({ reasonId, accountId, by, what, reason, at }),
    updateDecision({ submissionId, status, by, reasonId, at }),
    queueNotice(accountId, status === "APPROVED" ? "kyc-approved" : "kyc-rejected", at),
  ];
}
