import type { Throttle } from "../../throttle/throttle.ts";

/** A step towards an account, or back to it: open to everybody, and only so often. */
export const openStep = <Field extends string>(url: string, throttle: Throttle<Field>) =>
  ({ method: "POST", url, access: "everybody", throttle, tag: "accounts" }) as const;
