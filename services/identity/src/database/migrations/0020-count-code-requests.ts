// Who asks for a code too often is told at once, so a request says whether it was counted, and what it may get: null is one that was not.
import type { Migration } from "@sanu/platform";

export const countCodeRequests: Migration = {
  kind: "expand",
  statements: ["alter table code_requests add column is_link_only boolean"],
};
