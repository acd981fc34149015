import { FindReservation, type ReplyData } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { findReservationState } from "../guards/float-statements.ts";

type State = ReplyData<typeof FindReservation>["state"];

/** Whether what an order reserved can still be paid. */
export function findReservation({ database }: { readonly database: Database }): RequestHandler {
  return handleRequest(FindReservation, async ({ transactionId }) => {
    const statement = findReservationState(transactionId);
    const [row] = await database.query<{ readonly state: State }>(statement);
    return { state: row?.state ?? "none" };
  });
}
