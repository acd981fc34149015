import type { CommandContext } from "./events.ts";

/** The client no longer waits: the answer would reach nobody, and it may be asking again already. */
export class DeadlinePassedError extends Error {
  override readonly name = "DeadlinePassedError";
}

/** Throws `DeadlinePassedError` once the client of a request has given up; what nobody waits for by a deadline goes on. */
export function assertAwaited({ remainingMs }: CommandContext): void {
  if (remainingMs !== undefined && remainingMs() <= 0) {
    throw new DeadlinePassedError("The client no longer waits; nothing was written");
  }
}
