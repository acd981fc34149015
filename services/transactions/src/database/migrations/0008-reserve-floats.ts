// Orders reserve what they will pay out. The tables are empty until payouts reports a float, and nobody reserves before:
// services of 0.1.0 do neither.
import type { Migration } from "@sanu/platform";
import { floatFunctions, floatTables } from "./0008-reserve-floats/floats.ts";
import { reservationFunctions } from "./0008-reserve-floats/reservations.ts";

export const reserveFloats: Migration = {
  kind: "expand",
  statements: [...floatTables, ...floatFunctions, ...reservationFunctions],
};
