import { unreachable } from "@sanu/kernel";
import type { CustomerEvent } from "./events.ts";
import type { Customer } from "./state.ts";

export function evolve(_state: Customer, event: CustomerEvent): Customer {
  switch (event.type) {
    case "CustomerClosed":
      return { status: "closed", erasureId: event.erasureId };
    case "CustomerClosingRefused":
      return { status: "open", erasureId: event.erasureId };
    default:
      return unreachable(event);
  }
}
