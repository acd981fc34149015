import { unreachable } from "@sanu/kernel";
import type { CustomerEvent } from "./events.ts";
import { type Customer, walletLimits } from "./state.ts";

export function evolve(state: Customer, event: CustomerEvent): Customer {
  switch (event.type) {
    case "CustomerClosed":
      return { ...state, status: "closed", erasureId: event.erasureId };
    case "CustomerClosingRefused":
      return { ...state, status: "open", erasureId: event.erasureId };
    case "CustomerWalletChanged": {
      const walletChanges = [...state.walletChanges, event.at].slice(-walletLimits.publishedMax);
      return { ...state, walletChanges };
    }
    default:
      return unreachable(event);
  }
}
