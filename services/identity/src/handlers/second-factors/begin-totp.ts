import { BeginTotp } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { handleRequest } from "@sanu/platform";
import { seal } from "../../kyc/sealed.ts";
import { insertTotp } from "../../second-factors/factor-writes.ts";
import { placeOfTotp } from "../../second-factors/prove-factor.ts";
import { makeTotpSecret, totpKeyOf } from "../../second-factors/totp.ts";
import { type AddFactorDeps, mayAdd } from "./may-add.ts";

export const beginTotp = (deps: AddFactorDeps) =>
  handleRequest(BeginTotp, async (data, context) => {
    const found = await mayAdd(deps, data, context);
    if ("refusal" in found) return found;
    const factorId: string = newId();
    const secret = makeTotpSecret();
    const { accountId } = data;
    const sealed = seal(deps.documentKeys, placeOfTotp(factorId), secret);
    await deps.database.query(insertTotp({ accountId, factorId, at: deps.clock.now() }, sealed));
    return { factorId, ...totpKeyOf(secret, found.email) };
  });
