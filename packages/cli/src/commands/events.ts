import type { Command } from "commander";
import { addExport } from "./events/export.ts";
import { addLost } from "./events/lost.ts";
import { addReplay } from "./events/replay.ts";
import { addSql } from "./events/sql.ts";
import { addStats } from "./events/stats.ts";
import { addTail } from "./events/tail.ts";
import { addVerify } from "./events/verify.ts";

/** `sanu events …`: the facts of the four streams as data. Nothing of it writes to a stream or a database. */
export function addEvents(program: Command): void {
  const events = program
    .command("events")
    .description("the facts that services published, as data; changes nothing");
  addTail(events);
  addStats(events);
  addExport(events);
  addSql(events);
  addReplay(events);
  addVerify(events);
  addLost(events);
}
