import { GetKyc } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import { findKyc, type KycDeps } from "../../kyc/find-kyc.ts";

export const getKyc = (deps: KycDeps) =>
  handleRequest(GetKyc, async ({ accountId }) => {
    const kyc = await findKyc(deps, accountId);
    return kyc === undefined ? refuse("not-found") : { kyc };
  });
