import { type MovementEngine, openMovements } from "@sanu/platform";
import { captureMovement } from "./capture/movement.ts";
import { invoice } from "./decide.ts";
import type { InvoiceDeps } from "./deps.ts";
import { InvoiceEvent } from "./events.ts";
import { invoiceMovement } from "./movement.ts";
import { publishInvoice } from "./publish.ts";

/** What an invoice was made at is captured and let go there. */
export function openInvoices(
  engine: MovementEngine,
  {
    rails,
    ...shared
  }: Omit<InvoiceDeps, "rail"> & { readonly rails: readonly InvoiceDeps["rail"][] },
) {
  const all = rails.map((rail) => ({ ...shared, rail }));
  return openMovements(engine, {
    schema: InvoiceEvent,
    publish: publishInvoice,
    decider: invoice,
    movements: all.flatMap((deps) => [invoiceMovement(deps), captureMovement(deps)]),
  });
}
