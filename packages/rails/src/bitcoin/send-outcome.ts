import { unknownBecause } from "../ports/call-outcome.ts";
import type { SendOutcome, SendStatus } from "../ports/send-rail.ts";

/** What its status says of a send that was just made; that it is not found proves nothing. */
export function sendOutcomeOf(status: SendStatus): SendOutcome {
  switch (status.kind) {
    case "in-flight":
    case "settled":
      return { kind: "accepted", value: status };
    case "failed":
      return { kind: "rejected", reason: status.reason };
    case "not-found":
      return unknownBecause("unexpected-response");
    case "unknown":
      return status;
  }
}
