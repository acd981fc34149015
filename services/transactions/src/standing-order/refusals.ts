export type StandingOrderRefusal =
  /** Nothing of that id was placed. */
  | "unknown-standing-order"
  | "standing-order-ended"
  /** It stays paused, and can be cancelled. */
  | "too-many-resumptions"
  /** What it would order first lies behind its end. */
  | "until-before-first"
  /** It is paused, has ended, or its moment has not come. */
  | "not-due";
