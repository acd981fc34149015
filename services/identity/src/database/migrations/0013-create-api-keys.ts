// Keys of machines: what a key begins with and its hash, what it may open and from where. The key itself stands nowhere.
import type { Migration } from "@sanu/platform";

export const createApiKeys: Migration = {
  kind: "expand",
  statements: [
    `create table api_keys (
      key_id uuid primary key,
      account_id uuid not null references account_contacts on delete cascade,
      prefix text not null unique,
      key_hash bytea not null unique,
      scopes text[] not null,
      networks cidr[] not null,
      requests_per_minute int not null,
      created_at timestamptz not null,
      created_by uuid not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz
    )`,
  ],
};
