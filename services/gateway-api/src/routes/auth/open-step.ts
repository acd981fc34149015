import type { Throttle } from "../../throttle/throttle.ts";

/** A step towards an account, or back to it: open to everybody, and only so often. */
export const openStep = (url: string, throttle: Throttle) =>
  ({ method: "POST", url, access: "everybody", throttle, tag: "accounts" }) as const;
