import { ConnectorDirection, eventsOf, InstantText, idOf, XofText } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({ provider: z.string(), direction: ConnectorDirection });

/** All that counts from now on. Why, the proposal says, where words can be read and not the log. */
export const ConnectorTermsEvent = event("ConnectorTermsChanged", {
  isEnabled: z.boolean(),
  priorities: z.record(z.string(), z.int().positive()),
  amountXofMin: XofText.nullable(),
  amountXofMax: XofText.nullable(),
  proposalId: idOf<string>(),
  by: idOf<AccountId>(),
  approvedBy: idOf<AccountId>(),
  at: InstantText,
});
export type ConnectorTermsEvent = z.infer<typeof ConnectorTermsEvent>;
