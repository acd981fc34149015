import type { PaymentPageView } from "@sanu/contracts";

/** What the payment page shows. */
export const paymentStates = ["preparing", "payable", "processing", "completed", "failed"] as const;
export type PaymentState = (typeof paymentStates)[number];

export function paymentStateOf(page: PaymentPageView): PaymentState {
  switch (page.status) {
    case "PENDING":
      return providerUrlOf(page) === null ? "preparing" : "payable";
    case "PROCESSING":
      return "processing";
    case "COMPLETED":
      return "completed";
    case "FAILED":
      return "failed";
  }
}

/** The provider's page while there is something to pay there; a link of another scheme is none. */
export function providerUrlOf({ status, provider_url: url }: PaymentPageView): string | null {
  if (status !== "PENDING" || url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
