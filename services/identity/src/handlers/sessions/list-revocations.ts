import { ListRevocations } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest } from "@sanu/platform";
import { readRevocations } from "../../sessions/read-revocations.ts";

/** What a gateway loads before it lets anybody in, and after it missed something. */
export const listRevocations = (deps: { readonly database: Database; readonly clock: Clock }) =>
  handleRequest(ListRevocations, async ({ afterSequence }) => {
    const page = await readRevocations(deps.database, afterSequence, deps.clock.now());
    return { ...page, at: deps.clock.now() };
  });
