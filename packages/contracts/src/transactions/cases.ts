import {
  type AccountId,
  type CaseId,
  type CommandId,
  moneyShapes,
  type TransactionId,
} from "@sanu/kernel";
import { z } from "zod";
import { AuditEntry } from "../audit-trail.ts";
import { pageOf, pageRequest } from "../identity/page.ts";
import { requestsOf } from "../request.ts";
import { adminMoney, staffLook } from "../staff-use.ts";
import { DifferenceKind, MovementSide } from "../statements/enums.ts";
import { idOf } from "../texts.ts";
import { CaseKind, CaseStatus, CaseSubject, Proposed, proposedKinds } from "./enums.ts";

const request = requestsOf("transactions");

const amounts = {
  amount_xof: z.string().regex(moneyShapes.xof).nullable(),
  amount_satoshi: z.string().regex(moneyShapes.sats).nullable(),
};

/** What the staff may do about a case now; `resolve` is the end of the transaction's own review. */
export const CaseAction = z.enum([...proposedKinds, "approve", "withdraw", "resolve"]);
export type CaseAction = z.infer<typeof CaseAction>;

/** A case as the staff sees it: of people ids and masked forms, as long as these are not erased. */
export const CaseView = z.object({
  id: z.uuid(),
  kind: CaseKind,
  status: CaseStatus.describe("`approved`: a verdict is decided and not carried out yet"),
  subject: CaseSubject,
  transaction_id: z.uuid().nullable(),
  ...amounts,
  shown_xof: amounts.amount_xof.describe(
    "What a provider shows in its place now, of a case `payment-amount-differs`",
  ),
  difference: z
    .object({
      kind: DifferenceKind,
      name: z.string().nullable(),
      reference: z.string().nullable(),
      booked: MovementSide.nullable(),
      stated: MovementSide.nullable(),
    })
    .nullable()
    .describe(
      "Of a case about a statement: the movement by its name, and by the provider's own, as our log has it and as the " +
        "statement does",
    ),
  receiver_masked: z.string().nullable(),
  number_masked: z.string().nullable(),
  since: z.string(),
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  actions: z.array(CaseAction).describe("What may be done now; propose all but the last three"),
  proposal: z
    .object({
      id: z.uuid(),
      verdict: z.enum(proposedKinds),
      provider_reference: z.string().nullable(),
      ...amounts,
      proposed_by: z.uuid(),
      expires_at: z.string(),
      approved_by: z.uuid().nullable(),
    })
    .nullable(),
});
export type CaseView = z.infer<typeof CaseView>;

export const CaseDetailView = CaseView.extend({
  evidence: z
    .array(
      z.object({
        proposal_id: z.uuid(),
        text: z.string(),
        decision_reason: z
          .string()
          .nullable()
          .default(null)
          .describe("Why somebody else approved it"),
      }),
    )
    .describe("What was seen, in the words of who proposed: the last fifty, the oldest first"),
  history: z.array(AuditEntry).describe("Who did what: the last 500 events, the oldest first"),
});
export type CaseDetailView = z.infer<typeof CaseDetailView>;

/** A page of cases, the oldest first. */
export const ListCases = request("list-cases", {
  staff: staffLook,
  request: z.object({
    ...pageRequest,
    kind: CaseKind.nullable(),
    /** Null for all that are not closed. */
    status: CaseStatus.nullable(),
    olderThanHours: z.int().min(0).nullable(),
    transactionId: idOf<TransactionId>().nullable(),
  }),
  reply: pageOf(CaseView),
  refusals: ["validation-failed"],
});

export const GetCase = request("get-case", {
  staff: staffLook,
  request: z.object({ caseId: idOf<CaseId>() }),
  reply: z.object({ case: CaseDetailView }),
  refusals: ["not-found"],
});

const ofStaff = {
  commandId: idOf<CommandId>(),
  caseId: idOf<CaseId>(),
  by: idOf<AccountId>(),
};
const reply = z.object({ case: CaseView });
const ofVerdict = ["not-found", "case-closed", "case-decided", "verdict-not-possible"] as const;

/** One of the staff says what happened. It moves nothing until somebody else says the same. */
export const ProposeVerdict = request("propose-verdict", {
  staff: adminMoney,
  request: z.object({
    ...ofStaff,
    proposed: Proposed,
    /** In her own words; it is kept where it can be erased, not in the log. */
    evidence: z.string().min(1),
    /** Where it names a reference: the transactions that payments and payouts know by it, where they were asked. */
    bookedWith: z.array(idOf<TransactionId>()).optional(),
  }),
  reply,
  refusals: [
    ...ofVerdict,
    "verdict-amount-mismatch",
    "reference-is-number",
    "reference-in-use",
    "proposal-pending",
    "own-account",
  ],
});

const ofProposal = { ...ofStaff, proposalId: idOf<string>() };

/** Somebody else says the same. An attempt whose outcome is unknown is concluded by it, and never called again. */
export const ApproveVerdict = request("approve-verdict", {
  staff: adminMoney,
  /** Why, in her own words, is kept where it can be erased. */
  request: z.object({ ...ofProposal, reason: z.string().min(1) }),
  reply,
  refusals: [
    ...ofVerdict,
    "proposal-not-open",
    "proposal-expired",
    "proposal-void",
    "own-proposal",
    "own-account",
    "approver-too-new",
    "forbidden",
    "service-unavailable",
    "reference-is-number",
    "reference-in-use",
  ],
});

export const WithdrawProposal = request("withdraw-proposal", {
  staff: { access: "admins", act: "act" },
  request: z.object(ofProposal),
  reply,
  refusals: ["not-found", "case-closed", "case-decided", "proposal-not-open"],
});

export const caseRequests = [
  ListCases,
  GetCase,
  ProposeVerdict,
  ApproveVerdict,
  WithdrawProposal,
] as const;
