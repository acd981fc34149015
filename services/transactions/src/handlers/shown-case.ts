import type { Clock } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import type { ShownAs } from "../projections/cases/query.ts";
import { maskNumber } from "./mask-number.ts";

export interface ShowingDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export function shownAs({ clock }: ShowingDeps): ShownAs {
  return { now: clock.now(), maskNumber };
}
