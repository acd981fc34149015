import type { ThrottledAction } from "@sanu/contracts";

/** How an operation of everybody is counted: by identity, for all gateways, which also knows the limits of each action. */
export interface Throttle {
  readonly action: ThrottledAction;
  /** A success proves who the person is, and failed logins count no more. */
  readonly clearsLoginFailures?: boolean;
}
