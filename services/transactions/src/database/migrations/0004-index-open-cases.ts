// The oldest of what is open is found among all that is closed.
import type { Migration } from "@sanu/platform";

export const indexOpenCases: Migration = {
  kind: "index",
  name: "cases_open",
  on: "cases (since, case_id) where status <> 'closed'",
};
