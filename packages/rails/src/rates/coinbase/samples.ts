export const coinbaseSamples = {
  spot: { data: { amount: "91234.565", base: "BTC", currency: "EUR" } },
  ofAnotherCurrency: { data: { amount: "105234.11", base: "BTC", currency: "USD" } },
  amountAsNumber: { data: { amount: 91234.565, base: "BTC", currency: "EUR" } },
  notFound: { errors: [{ id: "not_found", message: "Invalid base currency" }] },
} as const;
