/**
 * Why a payment refuses a command.
 * `payment-unknown`: nobody ordered it. `payment-ended`: the provider cannot take an order that is over.
 */
export type PaymentRefusal = "payment-unknown" | "payment-ended";
