import type { Reworded } from "./compare-schemas.ts";

const services = ["payments", "payouts"] as const;
const sides = ["booked", "stated"].flatMap((side) => [
  `/properties/${side}/anyOf/0/properties/amount/x-unit`,
  `/properties/${side}/anyOf/0/properties/fee/anyOf/0/x-unit`,
]);

/** Descriptions that were made clearer since the last release and mean the same; emptied with each release. */
export const reworded: Reworded = Object.fromEntries(
  // Amounts whose unit the field `currency` beside them always said.
  services.flatMap((service) => [
    [`sanu.${service}.AccountBalanceStated.v1 /properties/balance/x-unit`, "currency"],
    ...sides.map((side) => [`sanu.${service}.StatementDifferenceFound.v1 ${side}`, "currency"]),
  ]),
);
