import { ChangeKycTierLimit, ListKycTiers } from "@sanu/contracts";
import { type Clock, newId, unreachable } from "@sanu/kernel";
import {
  awaitKey,
  type Database,
  type EventStore,
  findKey,
  handleRequest,
  idempotencyConstraint,
  insertKey,
  refuse,
  runDecider,
} from "@sanu/platform";
import type { Kysely } from "kysely";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import type { IdentityTables } from "../../database/schema.ts";
import { kycTiers } from "../../kyc-tiers/decide.ts";
import type { KycTiersEvent } from "../../kyc-tiers/events.ts";
import { kycTiersStream } from "../../kyc-tiers/stream.ts";
import { readKycTiers } from "../../projections/kyc-tiers/query.ts";

export interface KycTiersDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
  readonly tiersStore: EventStore<KycTiersEvent>;
  readonly clock: Clock;
}

const SCOPE = "change-kyc-tier-limit";

export const listKycTiers = (deps: { readonly tables: Kysely<IdentityTables> }) =>
  handleRequest(ListKycTiers, async () => ({ tiers: await readKycTiers(deps.tables) }));

/** The same command again changes nothing. */
export const changeKycTierLimit = (deps: KycTiersDeps) =>
  handleRequest(ChangeKycTierLimit, async ({ by, kycTier, monthlyLimitXof, reason }, context) => {
    const command = { scope: SCOPE, key: context.causationId };
    if ((await findKey(deps.database, command)) !== undefined) {
      return { tiers: await readKycTiers(deps.tables) };
    }
    const action = { by, reasonId: newId<string>(), at: deps.clock.now() };
    const what = { kycTier, monthlyLimitXof: `${monthlyLimitXof}` };
    const result = await runDecider({
      store: deps.tiersStore,
      decider: kycTiers,
      streamId: kycTiersStream,
      command: { kind: "change-limit", ...action, kycTier, monthlyLimitXof },
      context,
      writes: () => [
        insertKey({ ...command, bodyHash: "", recordId: action.reasonId }),
        insertAdminAction({ ...action, accountId: null, what, reason }),
      ],
    });
    switch (result.kind) {
      case "accepted":
      case "nothing-new":
        return { tiers: await readKycTiers(deps.tables) };
      case "refused":
        // The same command may have overtaken its first try.
        return (await awaitKey(deps.database, command)) === undefined
          ? refuse("kyc-tiers-out-of-order")
          : { tiers: await readKycTiers(deps.tables) };
      case "constraint":
        if (result.constraint !== idempotencyConstraint) {
          throw new Error(`A change of the tiers broke ${result.constraint}`);
        }
        return { tiers: await readKycTiers(deps.tables) };
      default:
        return unreachable(result);
    }
  });
