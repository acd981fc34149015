import type { Part } from "./lifecycle.ts";

interface Startable {
  readonly start: () => Promise<unknown> | void;
  readonly drain?: () => void;
  readonly stop: () => Promise<unknown> | void;
}

/** A part that can only be made when the parts before it have started, for example on top of a connection. */
export function latePart<Made extends Startable>(
  name: string,
  make: () => Made,
): Part & { readonly find: () => Made | undefined } {
  let made: Made | undefined;
  return {
    name,
    start: () => {
      made = make();
      return made.start();
    },
    drain: () => made?.drain?.(),
    stop: () => made?.stop(),
    find: () => made,
  };
}
