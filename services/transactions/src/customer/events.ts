import { eventsOf, InstantText, idOf, OpenBusiness, WalletList } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

const ofAccount = { accountId: idOf<AccountId>() };
const event = eventsOf({ ...ofAccount, erasureId: z.string() });

const CustomerClosed = event("CustomerClosed", {
  hasPaidTransactions: z.boolean(),
  at: InstantText,
});

const CustomerClosingRefused = event("CustomerClosingRefused", {
  open: z.array(OpenBusiness).min(1).readonly(),
  at: InstantText,
});

/** What was saved stands in the wallet alone. */
const CustomerWalletChanged = eventsOf(ofAccount)("CustomerWalletChanged", {
  list: WalletList,
  at: InstantText,
});

/** Everything that can have happened to a customer. Orders are facts of their transactions. */
export const CustomerEvent = z.discriminatedUnion("type", [
  CustomerClosed,
  CustomerClosingRefused,
  CustomerWalletChanged,
]);
export type CustomerEvent = z.infer<typeof CustomerEvent>;
