import type { PaymentPageView } from "@sanu/contracts";

export const paymentStates = ["preparing", "payable", "processing", "completed", "failed"] as const;
export type PaymentState = (typeof paymentStates)[number];

type Linked = Pick<PaymentPageView, "status" | "provider_url">;
type Payable = Linked & { readonly hasInvoice: boolean };

export function paymentStateOf(page: Payable): PaymentState {
  switch (page.status) {
    case "PENDING":
      return page.hasInvoice || providerUrlOf(page) !== null ? "payable" : "preparing";
    case "PROCESSING":
      return "processing";
    case "COMPLETED":
      return "completed";
    case "FAILED":
      return "failed";
  }
}

/** The provider's page while there is something to pay there; a link of another scheme is none. */
export function providerUrlOf({ status, provider_url: url }: Linked): string | null {
  if (status !== "PENDING" || url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
