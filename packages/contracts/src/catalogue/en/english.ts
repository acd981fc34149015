import type { Catalogue } from "../fr/french.ts";
import { account, kycTiers, secondFactors } from "./account.ts";
import { accountPage } from "./account-page.ts";
import { dates } from "./dates.ts";
import { fieldNames, fieldRules, fieldShapes, otherField } from "./fields.ts";
import { mails } from "./mails.ts";
import { paymentPage } from "./payment-page.ts";
import { problems } from "./problems.ts";
import { sandboxPage } from "./sandbox-page.ts";
import { staffProblems } from "./staff-problems.ts";

/** The same in English. A key or a gap that French does not have, or that is missing here, does not compile. */
export const english: Catalogue = {
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
};
