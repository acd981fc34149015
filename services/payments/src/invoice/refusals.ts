/**
 * Why an invoice refuses a command.
 * `payment-unknown`: nobody ordered it. `payment-ended`: the node speaks of an invoice that is over.
 * `capture-under-way`: the sats are being taken, so nothing can be let go.
 */
export type InvoiceRefusal = "payment-unknown" | "payment-ended" | "capture-under-way";
