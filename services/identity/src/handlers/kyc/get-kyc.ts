import { GetKyc } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import { findKyc, type KycNeeds } from "../../kyc/find-kyc.ts";

export const getKyc = (deps: KycNeeds) =>
  handleRequest(GetKyc, async ({ accountId }) => {
    const kyc = await findKyc(deps, accountId);
    return kyc === undefined ? refuse("not-found") : { kyc };
  });
