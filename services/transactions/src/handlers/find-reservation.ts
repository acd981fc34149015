import { FindReservation, type ReplyData } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { findReservationState } from "../guards/float-statements.ts";
import type { FloatGuard } from "../guards/float-writes.ts";

type State = ReplyData<typeof FindReservation>["state"];

/** Whether what an order reserved can still be paid. */
export function findReservation(deps: {
  readonly database: Database;
  readonly floats: Pick<FloatGuard, "isThere">;
}): RequestHandler {
  const { database, floats } = deps;
  return handleRequest(FindReservation, async ({ transactionId }) => {
    const statement = findReservationState(transactionId);
    const rows = floats.isThere() ? await database.query<{ readonly state: State }>(statement) : [];
    return { state: rows[0]?.state ?? "none" };
  });
}
