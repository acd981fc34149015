import { ChangeKycTierLimit, ListKycTiers } from "@sanu/contracts";
import { type Clock, newId, unreachable } from "@sanu/kernel";
import { type EventStore, handleRequest, refuse, runDecider } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../database/schema.ts";
import { kycTiers } from "../kyc-tiers/decide.ts";
import type { KycTiersEvent } from "../kyc-tiers/events.ts";
import { readKycTiers } from "../projections/kyc-tiers/query.ts";
import { recordRuling } from "../rulings/record-ruling.ts";

/** The tiers have one log for the whole system; this is its name. */
const kycTiersStream = "00000000-0000-7000-8000-00000000074e";

export interface KycTiersDeps {
  readonly tables: Kysely<IdentityTables>;
  readonly tiersStore: EventStore<KycTiersEvent>;
  readonly clock: Clock;
}

/** The tiers as they are now, the lowest first. */
export const listKycTiers = (deps: { readonly tables: Kysely<IdentityTables> }) =>
  handleRequest(ListKycTiers, async () => ({ tiers: await readKycTiers(deps.tables) }));

/** Changes what a tier allows, with author and reason. */
export const changeKycTierLimit = (deps: KycTiersDeps) =>
  handleRequest(ChangeKycTierLimit, async ({ by, kycTier, monthlyLimitXof, reason }, context) => {
    const ruling = { by, reasonId: newId<string>(), at: deps.clock.now() };
    const what = { kycTier, monthlyLimitXof: `${monthlyLimitXof}` };
    const result = await runDecider({
      store: deps.tiersStore,
      decider: kycTiers,
      streamId: kycTiersStream,
      command: { kind: "change-limit", ...ruling, kycTier, monthlyLimitXof },
      context,
      writes: () => [recordRuling({ ...ruling, accountId: null, what, reason })],
    });
    switch (result.kind) {
      case "accepted":
      case "nothing-new":
        return { tiers: await readKycTiers(deps.tables) };
      case "refused":
        return refuse("kyc-tiers-out-of-order");
      case "constraint":
        throw new Error(`A change of the tiers broke ${result.constraint}`);
      default:
        return unreachable(result);
    }
  });
