// The watchdog counts the attempts whose end somebody waits for. What a payer was asked for waits for him, and may be a million.
import type { Migration } from "@sanu/platform";

export const indexAttemptsInQuestion: Migration = {
  kind: "index",
  name: "attempts_in_question",
  on: `attempts (created_at) where next_at is not null and state in ('open', 'unknown', 'accepted')
    and not (state = 'accepted' and kind in ('collection', 'invoice'))`,
};
