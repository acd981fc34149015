import type { CaseId } from "@sanu/kernel";
import { z } from "zod";
import { InstantText, idOf } from "./texts.ts";

/**
 * The stored events of one aggregate: each has its name, its version and the ids of the aggregate, then what happened.
 * An event that changes is written out with its next version and gets an upcaster.
 */
export function eventsOf<Ids extends z.ZodRawShape>(ids: Ids) {
  return <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
    z.object({ type: z.literal(type), v: z.literal(1), ...ids, ...shape });
}

export const byVerdict = {
  caseId: idOf<CaseId>()
    .optional()
    .describe("The case whose verdict ended a leg; absent where its provider said the end."),
};

/** What is said of money whose end nobody knew. */
export const VerdictSaid = z.enum(["arrived", "never"]);
export type VerdictSaid = z.infer<typeof VerdictSaid>;

/** Of money that was counted: which receipts a provider's word is about. */
export function ofCounted<Receipt extends z.ZodType>(receipt: Receipt) {
  return {
    counted: z
      .array(receipt)
      .min(1)
      .optional()
      .describe(
        "The receipts that had been counted and this is about; absent where it is about none of them alone.",
      ),
  };
}

/** What the log keeps of a contradiction, whatever moved. */
export const contradictedVerdict = {
  caseId: idOf<CaseId>(),
  found: VerdictSaid,
  foundAt: InstantText,
};

/** What the log keeps of a provider that says otherwise of an attempt than it said before. */
export const contradictedOutcome = {
  attemptNumber: z.int().positive(),
  found: VerdictSaid,
  foundAt: InstantText,
};

export const ofOurSide = {
  isOurSide: z
    .literal(true)
    .optional()
    .describe("Present where what we hold was not enough: no receiver is to blame for it."),
};

/** How a movement ends for which no money came or went. */
export function failedFor<Reason extends z.ZodType>(reason: Reason) {
  return { ...byVerdict, ...ofOurSide, reason, failedAt: InstantText };
}

/** One attempt of several, refused for a reason that may pass. */
export function attemptRejectedFor<Reason extends z.ZodType>(reason: Reason) {
  return { attemptNumber: z.int().positive(), reason, rejectedAt: InstantText };
}
