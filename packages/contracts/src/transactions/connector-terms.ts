import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { ConnectorChannel, ConnectorPriority, ConnectorTermsView } from "../connectors.ts";
import { factsOf } from "../fact.ts";
import { InstantText, idOf, XofText } from "../texts.ts";
import { ConnectorDirection } from "./enums.ts";

const fact = factsOf("transactions");

export const ConnectorTermsChanged = fact(
  "ConnectorTermsChanged",
  "What the staff says of one provider in one direction from now on, all of it. Facts " +
    "of one provider and direction count in the order of their positions; of whom there " +
    "is none, the setting of who moves the money says everything.",
  {
    provider: z.string().min(1),
    direction: ConnectorDirection,
    isEnabled: z.boolean(),
    priorities: z.record(ConnectorChannel, ConnectorPriority),
    amountXofMin: XofText.nullable(),
    amountXofMax: XofText.nullable(),
    changedBy: idOf<AccountId>(),
    approvedBy: idOf<AccountId>(),
    changedAt: InstantText,
  },
);

/** What is not named stays; null ends what was said. */
const DirectionChange = z.strictObject({
  is_enabled: z.boolean().optional(),
  priorities: z.record(ConnectorChannel, ConnectorPriority.nullable()).optional(),
  min_xof: ConnectorTermsView.shape.min_xof.optional(),
  max_xof: ConnectorTermsView.shape.max_xof.optional(),
});
export type ConnectorDirectionChange = z.infer<typeof DirectionChange>;

/** What two people change of a provider, in the words in which the second one reads it. */
export const AggregatorChange = z.strictObject({
  operation: z.literal("change-aggregator"),
  code: z.string().min(1),
  collection: DirectionChange.optional(),
  disbursement: DirectionChange.optional(),
});
export type AggregatorChange = z.infer<typeof AggregatorChange>;
