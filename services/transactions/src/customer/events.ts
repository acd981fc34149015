import { eventsOf, InstantText, idOf, OpenBusiness } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({ accountId: idOf<AccountId>(), erasureId: z.string() });

const CustomerClosed = event("CustomerClosed", {
  /** Absent in closings of before it was said. */
  hasPaidTransactions: z.boolean().optional(),
  at: InstantText,
});

const CustomerClosingRefused = event("CustomerClosingRefused", {
  open: z.array(OpenBusiness).min(1).readonly(),
  at: InstantText,
});

/** Everything that can have happened to a customer. Orders are facts of their transactions. */
export const CustomerEvent = z.discriminatedUnion("type", [CustomerClosed, CustomerClosingRefused]);
export type CustomerEvent = z.infer<typeof CustomerEvent>;
