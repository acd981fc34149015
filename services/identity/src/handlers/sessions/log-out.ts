import { LogOut } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest } from "@sanu/platform";
import { revokeSession, revokeUnknownSession } from "../../sessions/revoke-sessions.ts";

export interface LogOutDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly afterRevocation: () => void;
}

/** Ends a session, all tokens of it. One that is over already, or unknown, is no refusal. */
export const logOut = (deps: LogOutDeps) =>
  handleRequest(LogOut, async ({ sessionId }) => {
    const at = deps.clock.now();
    await deps.database.pipelined([
      revokeSession(sessionId, "logged-out", at),
      revokeUnknownSession(sessionId, at),
    ]);
    deps.afterRevocation();
    return {};
  });
