import { DecideKyc, type RequestData } from "@sanu/contracts";
import { type AccountId, newId, unreachable } from "@sanu/kernel";
import {
  handleRequest,
  type RequestContext,
  refuse,
  type Secret,
  type Statement,
} from "@sanu/platform";
import type { ApproveKyc, RejectKyc } from "../../account/commands.ts";
import type { AccountDeps } from "../../account-deps.ts";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { changeAccount } from "../../change-account.ts";
import { documentName } from "../../kyc/document-name.ts";
import { findReview } from "../../kyc/read-submissions.ts";
import { updateDecision } from "../../kyc/submission-writes.ts";
import { queueNotice } from "../../mail/queue-notice.ts";
import type { ReviewDeps } from "./list-kyc-submissions.ts";

export interface DecideKycDeps extends ReviewDeps, Pick<AccountDeps, "store" | "clock"> {
  readonly personKey: () => Secret;
  readonly afterMailQueued: () => void;
}

type Input = RequestData<typeof DecideKyc>;

/** Once. The same decision again changes nothing. */
export const decideKyc = (deps: DecideKycDeps) =>
  handleRequest(DecideKyc, async (request, context) => {
    const found = await findReview(deps, request.submissionId);
    if (found === undefined) return refuse("not-found");
    // The view's texts are those of the database.
    const accountId = found.user.id as AccountId;
    const { document_kind: kind, document_number: number } = found;
    const documentHmac = documentName(deps.personKey(), kind, number);
    const code = await decide(deps, request, { accountId, documentHmac, context });
    if (code !== undefined) return refuse(code);
    const submission = await findReview(deps, request.submissionId);
    return submission === undefined ? refuse("not-found") : { submission };
  });

async function decide(
  deps: DecideKycDeps,
  request: Input,
  of: {
    readonly accountId: AccountId;
    readonly documentHmac: string;
    readonly context: RequestContext;
  },
): Promise<"forbidden" | "kyc-already-decided" | undefined> {
  const command = commandOf(deps, request, of.documentHmac);
  const result = await changeAccount(deps.store, of.accountId, {
    command,
    context: of.context,
    writes: () => writesOf(command, request, of.accountId),
  });
  switch (result.kind) {
    case "accepted":
      deps.afterMailQueued();
      return undefined;
    case "nothing-new":
      return undefined;
    case "refused":
      return result.refusal.code === "own-account" ? "forbidden" : "kyc-already-decided";
    case "constraint":
      throw new Error(`A decision broke ${result.constraint}`);
    default:
      return unreachable(result);
  }
}

function commandOf(
  { clock }: DecideKycDeps,
  request: Input,
  documentHmac: string,
): ApproveKyc | RejectKyc {
  const { submissionId, by, kycTier } = request;
  const action = { submissionId, by, reasonId: newId(), at: clock.now() };
  return kycTier === null
    ? { kind: "reject-kyc", ...action }
    : { kind: "approve-kyc", ...action, documentHmac, kycTier };
}

function writesOf(
  command: ApproveKyc | RejectKyc,
  { reason, kycTier }: Input,
  accountId: AccountId,
): readonly Statement[] {
  const { submissionId, by, reasonId, at } = command;
  const status = command.kind === "approve-kyc" ? "APPROVED" : "REJECTED";
  const what = { kyc: status, submissionId, ...(kycTier === null ? {} : { kycTier }) };
  return [
    insertAdminAction({ reasonId, accountId, by, what, reason, at }),
    updateDecision({ submissionId, status, by, reasonId, at }),
    queueNotice(accountId, status === "APPROVED" ? "kyc-approved" : "kyc-rejected", at),
  ];
}
