// A key that shows people opens nothing before another person has approved it.
import type { Migration } from "@sanu/platform";

export const keysWaitForApproval: Migration = {
  kind: "expand",
  statements: ["alter table api_keys add column waits_for_approval boolean not null default false"],
};
