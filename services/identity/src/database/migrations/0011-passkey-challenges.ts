// What a passkey has to sign next in a session, so that what it signed counts once.
import type { Migration } from "@sanu/platform";

export const passkeyChallenges: Migration = {
  kind: "expand",
  statements: [
    `create table passkey_challenges (
      session_id uuid not null references sessions on delete cascade,
      purpose text not null check (purpose in ('add', 'prove')),
      challenge text not null,
      ends_at timestamptz not null,
      primary key (session_id, purpose)
    )`,
  ],
};
