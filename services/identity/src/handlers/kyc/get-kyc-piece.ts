import { GetKycPiece } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type EventStore, handleRequest, refuse } from "@sanu/platform";
import type { AccountEvent } from "../../account/events.ts";
import { changeAccount } from "../../change-account.ts";
import { readPiece } from "../../kyc/read-piece.ts";
import type { ReviewDeps } from "./list-kyc-submissions.ts";

export interface GetKycPieceDeps extends ReviewDeps {
  readonly store: EventStore<AccountEvent>;
  readonly clock: Clock;
}

/** One piece of a document for the staff. Who opens one stands in the log before anything of it is shown. */
export const getKycPiece = (deps: GetKycPieceDeps) =>
  handleRequest(GetKycPiece, async ({ by, submissionId, documentId, piece }, context) => {
    const found = await readPiece(deps, { submissionId, documentId, piece });
    if (found === undefined) return refuse("not-found");
    const { accountId, contentType, bytes, pieces, content } = found;
    if (piece === 0) {
      await changeAccount(deps.store, accountId, {
        command: { kind: "open-kyc-document", submissionId, documentId, by, at: deps.clock.now() },
        context,
      });
    }
    return { contentType, bytes, pieces, bytesBase64: content.toString("base64") };
  });
