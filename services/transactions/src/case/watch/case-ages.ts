import { CaseKind } from "@sanu/contracts";
import { z } from "zod";

/** For how many hours a case of each kind may be open; what is open longer is overdue. */
export type CaseAges = Readonly<Record<CaseKind, number>>;

export const caseAgesMaxHours: CaseAges = {
  "outcome-unknown": 4,
  "refund-failed": 24,
  "refund-address-needed": 168,
  "contradicting-facts": 24,
  "payment-denied": 24,
  "payment-amount-differs": 24,
  "payment-reversed": 72,
  "payout-reversed": 72,
  "refund-reversed": 72,
  "refund-amount-differs": 168,
  "statement-difference": 24,
  "balance-difference": 4,
  "private-rows-lost": 24,
  "account-held": 72,
};

const entryShape = /^([a-z-]{1,40})=([1-9]\d{0,4})$/;

/** `outcome-unknown=2,refund-failed=12` → hours for these kinds, the usual ones for the others. */
export const CaseAgesSetting = z.string().transform((text, context): CaseAges => {
  const ages: Record<CaseKind, number> = { ...caseAgesMaxHours };
  for (const entry of text.split(",").filter((each) => each !== "")) {
    const [, name, hours] = entryShape.exec(entry) ?? [];
    const kind = CaseKind.safeParse(name);
    if (!kind.success) {
      context.addIssue("must be like outcome-unknown=4, whole hours, commas between them");
      return z.NEVER;
    }
    ages[kind.data] = Number(hours);
  }
  return ages;
});
