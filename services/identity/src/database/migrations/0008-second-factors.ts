// What the staff proves besides a password: authenticator apps, passkeys and recovery codes. That it was proved stands in the
// session, so that no token changes.
import type { Migration } from "@sanu/platform";

export const secondFactors: Migration = {
  kind: "expand",
  statements: [
    `alter table sessions
      add column second_factor_at timestamptz, add column second_factor_by uuid`,
    `create table second_factors (
      account_id uuid not null references account_contacts on delete cascade,
      factor_id uuid not null unique,
      kind text not null check (kind in ('totp', 'passkey')),
      secret_sealed bytea,
      last_step bigint,
      credential_id text unique,
      public_key bytea,
      sign_count bigint,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      confirmed_by uuid,
      last_used_at timestamptz,
      primary key (account_id, factor_id),
      check (case kind when 'totp' then secret_sealed is not null
        else credential_id is not null and public_key is not null and sign_count is not null end)
    )`,
    `create table recovery_codes (
      account_id uuid not null references account_contacts on delete cascade,
      code_hash bytea not null,
      made_by uuid not null,
      used_at timestamptz,
      primary key (account_id, code_hash)
    )`,
  ],
};
