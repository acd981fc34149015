import type { Clock } from "@sanu/kernel";
import type { Database, EventStore } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { AccountEvent } from "./account/events.ts";
import type { IdentityTables } from "./database/schema.ts";

/** What whoever changes an account needs: its log, the tables beside it and the time. */
export interface AccountDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
  readonly store: EventStore<AccountEvent>;
  readonly clock: Clock;
}
