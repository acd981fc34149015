import type { KycClient } from "../../clients/kyc.ts";
import type { StaffClient } from "../../clients/staff.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { decideKyc } from "./decide-kyc.ts";
import { getKyc } from "./get-kyc.ts";
import { getKycDocument } from "./get-kyc-document.ts";
import { getKycSubmission } from "./get-kyc-submission.ts";
import { changeKycTier, listKycTiers } from "./kyc-tiers.ts";
import { listKycSubmissions } from "./list-kyc-submissions.ts";
import { submitKyc } from "./submit-kyc.ts";

export function addKycRoutes(api: GatewayApp, kyc: KycClient, staff: StaffClient): void {
  // It has bodies of its own kind, and so a scope of its own.
  void api.register(async (scope: GatewayApp) => submitKyc(scope, kyc));
  listKycTiers(api, staff);
  changeKycTier(api, staff);
  getKyc(api, kyc);
  listKycSubmissions(api, kyc);
  getKycSubmission(api, kyc);
  getKycDocument(api, kyc);
  decideKyc(api, kyc);
}
