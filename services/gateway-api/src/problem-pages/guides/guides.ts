import type { ProblemCode } from "@sanu/contracts";
import { ofAccounts } from "./of-accounts.ts";
import { ofCases } from "./of-cases.ts";
import { ofOrders } from "./of-orders.ts";
import { ofRequests } from "./of-requests.ts";
import type { ProblemGuide } from "./problem-guide.ts";

export interface GuideSection {
  readonly title: string;
  readonly guides: Readonly<Partial<Record<ProblemCode, ProblemGuide>>>;
}

export const guideSections: readonly GuideSection[] = [
  { title: "Of any request", guides: ofRequests },
  { title: "Of orders, quotes and rates", guides: ofOrders },
  { title: "Of accounts and the staff", guides: ofAccounts },
  { title: "Of cases and proposals", guides: ofCases },
];

/** Every code has its guide: one that is missing here does not compile. */
export const problemGuides: Readonly<Record<ProblemCode, ProblemGuide>> = {
  ...ofRequests,
  ...ofOrders,
  ...ofAccounts,
  ...ofCases,
};
