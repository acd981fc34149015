import { RemoveSecondFactor } from "@sanu/contracts";
import { findKey, handleRequest, insertKey, refuse } from "@sanu/platform";
import { queueNotice } from "../../mail/queue-notice.ts";
import { changeFactors } from "../../second-factors/change-factors.ts";
import { refusalToRemove } from "../../second-factors/factor-rules.ts";
import {
  deleteFactor,
  endOtherProofs,
  replaceRecoveryCodes,
} from "../../second-factors/factor-writes.ts";
import { loadFactors, viewOf } from "../../second-factors/load-factors.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";

const SCOPE = "remove-second-factor";

export const removeSecondFactor = (deps: SecondFactorDeps) =>
  handleRequest(RemoveSecondFactor, async (of, { causationId }) => {
    const { database, clock, stepUpValidMs, trail } = deps;
    const { accountId, factorId } = of;
    const at = clock.now();
    const key = { scope: SCOPE, key: causationId };
    if ((await findKey(database, key)) === undefined) {
      const refusal = await changeFactors(database, { of, at }, async (session, found) => {
        // The first try of this command may have committed since.
        if ((await findKey(session, key)) !== undefined) return undefined;
        const code = refusalToRemove(found, factorId, { at, stepUpValidMs });
        if (code !== undefined) return refuse(code);
        const isLast = found.factorIds.length === 1;
        const writes = [
          insertKey({ ...key, bodyHash: "", recordId: accountId }),
          deleteFactor(of, factorId),
          endOtherProofs(of),
          ...(isLast ? replaceRecoveryCodes(accountId, [], causationId) : []),
          queueNotice(accountId, "second-factor-removed", at),
        ];
        await Promise.all(writes.map((write) => session.query(write)));
        return undefined;
      });
      if (refusal !== undefined) return refusal;
      deps.afterMailQueued();
      trail({ event: "second-factor-changed", accountId });
    }
    const found = await loadFactors(database, of, at);
    return found === undefined ? refuse("unauthenticated") : { secondFactors: viewOf(found) };
  });
