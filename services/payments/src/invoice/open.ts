import { type MovementEngine, openMovements } from "@sanu/platform";
import { captureMovement } from "./capture/movement.ts";
import { invoice } from "./decide.ts";
import type { InvoiceDeps } from "./deps.ts";
import { InvoiceEvent } from "./events.ts";
import { invoiceMovement } from "./movement.ts";
import { publishInvoice } from "./publish.ts";

export function openInvoices(engine: MovementEngine, deps: InvoiceDeps) {
  return openMovements(engine, {
    schema: InvoiceEvent,
    publish: publishInvoice,
    decider: invoice,
    movements: [invoiceMovement(deps), captureMovement(deps)],
  });
}
