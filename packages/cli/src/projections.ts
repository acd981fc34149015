import type { PublishingService } from "@sanu/contracts";
import * as identity from "@sanu/identity";
import type { ProjectionSet } from "@sanu/platform";
import * as transactions from "@sanu/transactions";

export interface ServiceSet {
  readonly service: PublishingService;
  readonly set: ProjectionSet;
}

/** Every set there is. A new projection of a service is in its set, and so in every command. */
export const projectionSets: readonly ServiceSet[] = [
  { service: "transactions", set: transactions.projectionSet },
  { service: "transactions", set: transactions.casesProjectionSet },
  { service: "transactions", set: transactions.standingOrdersProjectionSet },
  { service: "identity", set: identity.accountsProjectionSet },
  { service: "identity", set: identity.kycTiersProjectionSet },
];

/** The sets that have the names, with those names; all with all when none is given. Throws on an unknown one. */
export function readProjections(
  names: readonly string[],
): readonly (ServiceSet & { readonly names: readonly string[] })[] {
  const known = projectionSets.flatMap(({ set }) => [...set.projections, ...set.guards]);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no ${unknown.join(", ")}; there are ${known.join(", ")}`);
  }
  return projectionSets.flatMap((one) => {
    const all = [...one.set.projections, ...one.set.guards];
    const wanted = names.length === 0 ? all : all.filter((name) => names.includes(name));
    return wanted.length === 0 ? [] : [{ ...one, names: wanted }];
  });
}
