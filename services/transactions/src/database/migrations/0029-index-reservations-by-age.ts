// The watchdog looks for reservations that have outlived their order, among those of all that are open.
import type { Migration } from "@sanu/platform";

export const indexReservationsByAge: Migration = {
  kind: "index",
  name: "payout_reservations_reserved_at",
  on: "payout_reservations (reserved_at)",
};
