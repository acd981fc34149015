import { RenewRecoveryCodes } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import { queueNotice } from "../../mail/queue-notice.ts";
import { changeFactors } from "../../second-factors/change-factors.ts";
import { refusalToRenew } from "../../second-factors/factor-rules.ts";
import { replaceRecoveryCodes } from "../../second-factors/factor-writes.ts";
import { hashOfRecoveryCode, makeRecoveryCodes } from "../../second-factors/recovery-codes.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";

export const renewRecoveryCodes = (deps: SecondFactorDeps) =>
  handleRequest(RenewRecoveryCodes, async (of, { causationId: madeBy }) => {
    const { database, clock, stepUpValidMs } = deps;
    const { accountId } = of;
    const at = clock.now();
    const codes = makeRecoveryCodes();
    const outcome = await changeFactors(database, { of, at }, async (session, found) => {
      if (found.codesMadeBy === madeBy) return { recoveryCodes: null };
      const code = refusalToRenew(found, { at, stepUpValidMs });
      if (code !== undefined) return refuse(code);
      const hashes = codes.map((each) => hashOfRecoveryCode(accountId, each));
      const writes = [
        ...replaceRecoveryCodes(accountId, hashes, madeBy),
        queueNotice(accountId, "recovery-codes-renewed", at),
      ];
      await Promise.all(writes.map((write) => session.query(write)));
      return { recoveryCodes: [...codes] };
    });
    if ("refusal" in outcome) return outcome;
    deps.afterMailQueued();
    deps.trail({ event: "second-factor-changed", accountId });
    return outcome;
  });
