// On a provider's page another number can pay than the one of the order: what it pays counts for its own month.
import type { Migration } from "@sanu/platform";

export const storePayers: Migration = {
  kind: "expand",
  statements: ["alter table payment_private add column payer_number text"],
};
