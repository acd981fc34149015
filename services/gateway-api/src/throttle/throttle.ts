import type { ThrottledAction } from "@sanu/contracts";

/** How often strangers may use an operation: identity counts for all gateways and knows the limits of each action. */
export interface Throttle {
  readonly action: ThrottledAction;
  /** A success proves who the person is, and failed logins count no more. */
  readonly clearsLoginFailures?: boolean;
}
