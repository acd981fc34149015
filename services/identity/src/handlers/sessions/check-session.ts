import { CheckSession } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest } from "@sanu/platform";
import { isLive } from "../../sessions/is-live.ts";

export const checkSession = (deps: { readonly database: Database; readonly clock: Clock }) =>
  handleRequest(CheckSession, async (token) => ({
    isLive: await isLive(deps.database, token, deps.clock.now()),
  }));
