// A node that does not know a send is asked what it has paid before: the newest ones of each node, among all that there ever were.
import type { Migration } from "@sanu/platform";

export const indexPaidSends: Migration = {
  kind: "index",
  name: "attempts_paid",
  on: `attempts (kind, coalesce(provider, ''), created_at)
    where state = 'settled' and natural_key like 'lightning:%' and concluded_at is null`,
};
