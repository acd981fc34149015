// What the law obliges to keep of an order says who paid it. On a provider's page another number can pay than the one of the order; only
// payments knew it, and nothing sealed it there.
import type { Migration } from "@sanu/platform";

export const storePayers: Migration = {
  kind: "expand",
  statements: ["alter table transaction_private add column payer_number text"],
};
