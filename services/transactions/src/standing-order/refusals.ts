export type StandingOrderRefusal =
  /** Nothing of that id was placed. */
  | "unknown-standing-order"
  | "standing-order-ended"
  /** It stays paused, and can be cancelled. */
  | "too-many-resumptions"
  /** The moment for which it was to be resumed has been due since that was reckoned. */
  | "due-before"
  /** What it would order first lies behind its end. */
  | "until-before-first"
  /** It is paused, has ended, or its moment has not come. */
  | "not-due";
