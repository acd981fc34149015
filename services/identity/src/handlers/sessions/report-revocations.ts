import { ReportRevocations } from "@sanu/contracts";
import { handleRequest, servedClosed } from "@sanu/platform";
import { insertReported } from "../../sessions/insert-reported.ts";
import type { LogOutDeps } from "./log-out.ts";

/** Taken while the service is closed too: what a restored database lost is back before it opens. */
export const reportRevocations = ({ database, clock, afterRevocation }: LogOutDeps) =>
  servedClosed(
    handleRequest(ReportRevocations, async ({ revocations }) => {
      await database.query(insertReported(revocations, clock.now()));
      afterRevocation();
      return {};
    }),
  );
