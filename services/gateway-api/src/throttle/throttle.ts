import type { ThrottledAction } from "@sanu/contracts";

/** How often strangers may use an operation: identity counts for all gateways and knows the limits of each action. */
export interface Throttle {
  readonly action: ThrottledAction;
  /** The action whose failures a success forgives: the person has proved who she is. */
  readonly successForgives?: ThrottledAction;
}
