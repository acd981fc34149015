import { z } from "zod";

/** Who carries out an order, why, and who was passed over for it; null where nobody fits. The log keeps it with the order. */
export const ConnectorChoice = z.object({
  provider: z.string().nullable(),
  reason: z.enum([
    "first-choice",
    "staff-priority",
    "fail-over",
    "probe",
    "last-resort",
    "nobody-fits",
  ]),
  passedOver: z
    .array(
      z.object({
        provider: z.string(),
        obstacle: z.enum([
          "refused-before",
          "disabled",
          "disabled-by-staff",
          "channel-not-served",
          "below-its-least",
          "above-its-most",
          "not-a-multiple",
          "number-used-up",
          "circuit-open",
        ]),
      }),
    )
    .readonly(),
});
export type ConnectorChoice = z.output<typeof ConnectorChoice>;
