import type { PaymentPageView, ProgressView } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";

export const paymentStates = ["preparing", "payable", "processing", "completed", "failed"] as const;
export type PaymentState = (typeof paymentStates)[number];

type Linked = Pick<PaymentPageView, "status" | "provider_url">;
type Ending = Pick<PaymentPageView, "status" | "is_going_back" | "is_being_cancelled"> & {
  readonly expires_at: string | null;
};
type Payable = Pick<
  PaymentPageView,
  "status" | "provider_url" | "is_going_back" | "is_being_checked" | "is_being_cancelled"
> & {
  readonly hasInvoice: boolean;
};

export function paymentStateOf(page: Payable): PaymentState {
  switch (page.status) {
    case "PENDING":
      if (page.is_going_back) return "processing";
      return page.hasInvoice || providerUrlOf(page) !== null ? "payable" : "preparing";
    case "PROCESSING":
      return "processing";
    case "COMPLETED":
      return "completed";
    case "FAILED":
      return "failed";
  }
}

export const pageStates = [
  ...paymentStates,
  "ended",
  "cancelling",
  "checking",
  "returning",
] as const;
/** What the page shows besides: behind the end of its order nobody shall pay, nor once it is to be cancelled, whatever becomes of it; nothing is sent that goes back or waits for the staff. */
export type PageState = (typeof pageStates)[number];

/** Behind its end an order that nobody has paid offers neither link nor invoice, nor does one whose money goes back or that is to be cancelled. */
export function offeredAt(page: PaymentPageView, now: Instant): PaymentPageView {
  return isClosed(page, now) ? { ...page, provider_url: null, invoice: null } : page;
}

/** The same of the events of a page. */
export function followedAt(progress: ProgressView, now: Instant): Payable {
  const { status, providerUrl, hasInvoice, expiresAt } = progress;
  const flags = {
    is_going_back: progress.isGoingBack,
    is_being_checked: progress.isBeingChecked,
    is_being_cancelled: progress.isBeingCancelled,
  };
  const isUnpayable = isClosed({ status, expires_at: expiresAt, ...flags }, now);
  return {
    status,
    ...flags,
    provider_url: isUnpayable ? null : providerUrl,
    hasInvoice: hasInvoice && !isUnpayable,
  };
}

function isClosed(page: Ending, now: Instant): boolean {
  return isOver(page, now) || (page.status === "PENDING" && page.is_being_cancelled);
}

function isOver(page: Ending, now: Instant): boolean {
  if (page.status !== "PENDING") return false;
  return page.is_going_back || (page.expires_at !== null && page.expires_at <= now);
}

export function pageStateOf(page: PaymentPageView, now: Instant): PageState {
  const state = paymentStateOf({ ...page, hasInvoice: page.invoice !== null });
  if (state === "processing" && page.is_going_back) return "returning";
  if (isOver(page, now)) return "ended";
  if (isClosed(page, now)) return "cancelling";
  if (page.status === "PROCESSING" && page.is_being_checked) return "checking";
  return state;
}

/** The provider's page while there is something to pay there; a link of another scheme is none. */
export function providerUrlOf({ status, provider_url: url }: Linked): string | null {
  if (status !== "PENDING" || url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
