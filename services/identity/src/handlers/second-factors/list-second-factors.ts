import { ListSecondFactors } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import { loadFactors, viewOf } from "../../second-factors/load-factors.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";

export const listSecondFactors = ({ database, clock }: SecondFactorDeps) =>
  handleRequest(ListSecondFactors, async (of) => {
    const found = await loadFactors(database, of, clock.now());
    return found === undefined ? refuse("unauthenticated") : { secondFactors: viewOf(found) };
  });
