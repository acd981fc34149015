import { TransactionStatus } from "@sanu/contracts";
import { z } from "zod";
import { paymentStateOf, paymentStates, providerUrlOf } from "../../pay-page/payment-state.ts";

/** What the payment page shows as the state of a payment. */
export const PaymentStatus = z.object({
  status: TransactionStatus,
  state: z.enum(paymentStates).describe("`payable` when `provider_url` is known"),
  provider_url: z.string().nullable(),
  is_going_back: z
    .boolean()
    .describe("While `processing`: no payout follows, and the money goes back"),
  is_being_checked: z
    .boolean()
    .describe("While `processing`: the staff has to look, then it is sent or goes back"),
  is_being_cancelled: z
    .boolean()
    .describe(
      "While `preparing`: it is to be cancelled, which nobody has confirmed yet, and nobody shall pay. What was paid in time counts",
    ),
});

export function paymentStatusOf(
  page: Parameters<typeof paymentStateOf>[0],
): z.input<typeof PaymentStatus> {
  return {
    status: page.status,
    state: paymentStateOf(page),
    provider_url: providerUrlOf(page),
    is_going_back: page.is_going_back,
    is_being_checked: page.is_being_checked,
    is_being_cancelled: page.is_being_cancelled,
  };
}
