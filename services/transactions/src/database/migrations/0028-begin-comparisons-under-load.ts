import type { Migration } from "@sanu/platform";

/**
 * How far what comparing began with may lie from the truth, `-1` until it is known, and what moved at each of the last
 * comparisons. Those that have begun before are taken as they are.
 */
export const beginComparisonsUnderLoad: Migration = {
  kind: "expand",
  statements: [
    `alter table float_comparisons add column slack bigint not null default 0,
      add column moved_recently bigint[] not null default '{}'`,
  ],
};
