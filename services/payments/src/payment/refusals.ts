/**
 * Why a payment refuses a command.
 * `payment-unknown`: nobody ordered it. `payment-ended`: the provider cannot take an order that is over.
 * `money-was-received`: a "no" after the money came contradicts the provider's own record.
 */
export type PaymentRefusal = "payment-unknown" | "payment-ended" | "money-was-received";
