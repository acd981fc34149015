import { RecordTokenUse } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import { recordFirstUse } from "../../sessions/record-first-use.ts";
import type { LogOutDeps } from "./log-out.ts";

/** A new token came into use: the one it replaced ends a minute later. */
export const recordTokenUse = (deps: LogOutDeps) =>
  handleRequest(RecordTokenUse, async ({ tokenId }) => {
    await recordFirstUse(deps.database, tokenId, deps.clock.now());
    deps.afterRevocation();
    return {};
  });
