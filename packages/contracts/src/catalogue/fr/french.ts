import type { SameWords } from "../gaps.ts";
import { typeset } from "../typeset.ts";
import { account, kycTiers, secondFactors } from "./account.ts";
import { accountPage } from "./account-page.ts";
import { dates } from "./dates.ts";
import { fieldNames, fieldRules, fieldShapes, otherField } from "./fields.ts";
import { mails } from "./mails.ts";
import { paymentPage } from "./payment-page.ts";
import { problems } from "./problems.ts";
import { sandboxPage } from "./sandbox-page.ts";
import { staffProblems } from "./staff-problems.ts";

/** Everything that a person can read, in French: the first language, which says what keys and gaps there are. */
export const french = typeset({
  problems: { ...problems, ...staffProblems },
  fieldNames,
  fieldRules,
  fieldShapes,
  otherField,
  account,
  secondFactors,
  kycTiers,
  mails,
  paymentPage,
  accountPage,
  sandboxPage,
  dates,
});

/** All texts of one language: each language has the same keys, and in each text the same gaps. */
export type Catalogue = SameWords<typeof french>;
