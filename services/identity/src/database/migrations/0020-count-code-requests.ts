// Whether a request for a code was counted, and what it may get. Nobody writes it any more: what may be mailed is counted behind the answer.
import type { Migration } from "@sanu/platform";

export const countCodeRequests: Migration = {
  kind: "expand",
  statements: ["alter table code_requests add column is_link_only boolean"],
};
