import type { AccountId, CommandId } from "@sanu/kernel";
import { z } from "zod";
import { pageOf, pageRequest } from "./identity/page.ts";
import type { ProblemCode } from "./problems.ts";
import { requestsOf } from "./request.ts";
import type { PublishingService } from "./services.ts";
import { type StaffAccess, type StaffUse, staffLook } from "./staff-use.ts";
import { idOf } from "./texts.ts";

export const ProposalStatus = z.enum([
  "proposed",
  "executed",
  "rejected",
  "withdrawn",
  "expired",
  "void",
]);
export type ProposalStatus = z.infer<typeof ProposalStatus>;

/** The operations of all services that take two people. */
export const ProposalOperation = z.enum([
  "change-rates",
  "change-aggregator",
  "change-user",
  "change-tier-limit",
  "approve-kyc",
  "open-api-key",
  "change-api-key",
  "erase-user",
]);
export type ProposalOperation = z.infer<typeof ProposalOperation>;

export const ProposalDecision = z.enum(["approve", "reject", "withdraw"]);
export type ProposalDecision = z.infer<typeof ProposalDecision>;

/** An act of the staff that waits for a second person, or what became of it. */
export const ProposalView = z.object({
  id: z.uuid(),
  operation: ProposalOperation,
  status: ProposalStatus.describe("`void`: who proposed it was of the staff no more"),
  account_id: z.uuid().nullable().describe("Whom it is about"),
  content: z
    .record(z.string(), z.unknown())
    .describe("Exactly what is carried out, and `as_of`: what it speaks of, as it stood then"),
  content_sha256: z.string().describe("What an approval names"),
  reason: z.string().describe("Empty where who it is about was erased"),
  proposed_by: z.uuid(),
  proposed_at: z.string(),
  expires_at: z.string(),
  decided_by: z.uuid().nullable(),
  decided_at: z.string().nullable(),
  decision_reason: z.string().nullable(),
});
export type ProposalView = z.infer<typeof ProposalView>;

/** The place behind a row, in the lists of all services alike: one page can be made of several. */
export function proposalCursor({ proposed_at: at, id }: ProposalView): string {
  return Buffer.from(`${at}/${id}`).toString("base64url");
}

/** Why each cannot be proposed, or not be carried out any more: as it is refused where one person is enough. */
const changeRefusals = {
  "change-rates": ["forbidden", "validation-failed", "rate-too-far", "service-unavailable"],
  "change-aggregator": ["not-found", "forbidden", "validation-failed", "service-unavailable"],
  "change-user": ["not-found", "forbidden", "user-not-verified", "service-unavailable"],
  "change-tier-limit": ["forbidden", "kyc-tiers-out-of-order", "service-unavailable"],
  "approve-kyc": [
    "not-found",
    "forbidden",
    "kyc-already-decided",
    "validation-failed",
    "service-unavailable",
  ],
  "open-api-key": ["not-found", "forbidden", "service-unavailable"],
  "change-api-key": ["not-found", "forbidden", "validation-failed", "service-unavailable"],
  "erase-user": ["not-found", "forbidden", "service-unavailable"],
} as const satisfies Record<ProposalOperation, readonly ProblemCode[]>;

/** Why each cannot be proposed: also where too much of the same person's waits already. */
export function proposalRefusals<Name extends ProposalOperation>(name: Name) {
  return [...changeRefusals[name], "too-many-proposals"] as const;
}

const ofEveryDecision = [
  "not-found",
  "forbidden",
  "own-account",
  "proposal-not-open",
  "proposal-void",
  "service-unavailable",
] as const;

const ofApprovals = [
  "own-proposal",
  "approver-too-new",
  "proposal-expired",
  "proposal-mismatch",
  "proposal-outdated",
] as const;

export type ChangeRefusal = (typeof changeRefusals)[ProposalOperation][number];
export type ProposalRefusal = (typeof ofEveryDecision | typeof ofApprovals)[number] | ChangeRefusal;

/** Every refusal once. */
function each<Code extends ProblemCode>(...lists: readonly (readonly Code[])[]): readonly Code[] {
  return [...new Set(lists.flat())];
}

/** What each decision can be refused with, whatever the proposal is of. */
export const decisionRefusals: Readonly<Record<ProposalDecision, readonly ProposalRefusal[]>> = {
  approve: each<ProposalRefusal>(ofEveryDecision, ofApprovals, ...Object.values(changeRefusals)),
  reject: [...ofEveryDecision, "own-proposal"],
  withdraw: ofEveryDecision,
};

/** What the service asks that acts. `change` names the operation and what it would do. */
export function proposalRequestsOf<
  const Service extends PublishingService,
  Change extends z.ZodType<{ readonly operation: ProposalOperation }>,
>(
  service: Service,
  change: Change,
  of: { readonly access: StaffAccess; readonly operations: readonly ProposalOperation[] },
) {
  const { access, operations } = of;
  const ofChanges = each<ChangeRefusal>(...operations.map((name) => changeRefusals[name]));
  const request = requestsOf(service);
  const staff: StaffUse = { access, act: "money" };
  const reply = z.object({ proposal: ProposalView });
  const ofStaff = { commandId: idOf<CommandId>(), by: idOf<AccountId>(), reason: z.string() };
  return {
    proposeChange: request("propose-change", {
      staff,
      request: z.object({ ...ofStaff, change }),
      reply,
      refusals: [...ofChanges, "too-many-proposals"],
    }),
    listProposals: request("list-proposals", {
      staff: staffLook,
      request: z.object({
        ...pageRequest,
        operation: ProposalOperation.nullable(),
        status: ProposalStatus,
        proposedBy: idOf<AccountId>().nullable(),
      }),
      reply: pageOf(ProposalView),
      refusals: ["validation-failed"],
    }),
    getProposal: request("get-proposal", {
      staff: staffLook,
      request: z.object({ proposalId: idOf<string>() }),
      reply,
      refusals: ["not-found"],
    }),
    /** Once: the same decision of the same person again is no news. */
    decideProposal: request("decide-proposal", {
      staff,
      request: z.object({
        ...ofStaff,
        proposalId: idOf<string>(),
        decision: ProposalDecision,
        /** Of what was read; null where nothing is approved. */
        contentSha256: z.string().nullable(),
      }),
      reply,
      refusals: each<ProposalRefusal>(ofEveryDecision, ofApprovals, ofChanges),
    }),
  };
}
