import { inspect } from "node:util";

export const HIDDEN = "[hidden]";

/** A text that prints, logs and serialises as `[hidden]`; only `reveal` gives it away. */
export interface Secret {
  readonly reveal: () => string;
  readonly toString: () => string;
  readonly toJSON: () => string;
  readonly [inspect.custom]: () => string;
}

/** Hides a text from logs, JSON and inspection; only `reveal` gives it out. */
export function secret(text: string): Secret {
  const hide = () => HIDDEN;
  return { reveal: () => text, toString: hide, toJSON: hide, [inspect.custom]: hide };
}
