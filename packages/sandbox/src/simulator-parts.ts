import type { Clock } from "@sanu/kernel";
import type { Journal } from "./journal/journal.ts";
import type { Delays } from "./limits.ts";
import type { Scheduler } from "./scheduler.ts";

/** What a simulated provider works with; `book` is what it knows by its journal. */
export interface SimulatorParts<Book> {
  readonly journal: Journal;
  readonly book: Book;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly delays: Delays;
}
