import { inspect } from "node:util";

/** What stands wherever a secret would be printed. */
export const HIDDEN = "[hidden]";

/** A text that prints, logs and serialises as `[hidden]`; only `reveal` gives it away. */
export interface Secret {
  readonly reveal: () => string;
  readonly toString: () => string;
  readonly toJSON: () => string;
  readonly [inspect.custom]: () => string;
}

/** Wraps a text so that it cannot be printed by accident. */
export function secret(text: string): Secret {
  const hide = () => HIDDEN;
  return { reveal: () => text, toString: hide, toJSON: hide, [inspect.custom]: hide };
}
