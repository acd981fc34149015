import { InstantText, idOf, OpenBusiness } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

const head = { v: z.literal(1), accountId: idOf<AccountId>(), erasureId: z.string() };

const CustomerClosed = z.object({ type: z.literal("CustomerClosed"), ...head, at: InstantText });

const CustomerClosingRefused = z.object({
  type: z.literal("CustomerClosingRefused"),
  ...head,
  open: z.array(OpenBusiness).min(1).readonly(),
  at: InstantText,
});

/** Everything that can have happened to a customer. Orders are facts of their transactions. */
export const CustomerEvent = z.discriminatedUnion("type", [CustomerClosed, CustomerClosingRefused]);
export type CustomerEvent = z.infer<typeof CustomerEvent>;
