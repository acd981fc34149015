// Closed cases are listed in the same order, page by page.
import type { Migration } from "@sanu/platform";

export const indexAllCases: Migration = {
  kind: "index",
  name: "cases_oldest",
  on: "cases (since, case_id)",
};
