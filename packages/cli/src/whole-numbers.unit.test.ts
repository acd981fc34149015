import { describe, expect, it } from "vitest";
import { addCases } from "./commands/cases.ts";
import { addEvents } from "./commands/events.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addReconcile } from "./commands/reconcile.ts";
import { addStreams } from "./commands/streams.ts";
import { complaintAbout } from "./complaint.fixture.ts";

const commands = [addCases, addEvents, addMigrate, addReconcile, addStreams];

describe("an option that takes a whole number", () => {
  const options = [
    ["reconcile", "--now", "--wait"],
    ["migrate", "--wait"],
    ["streams", "check", "--replicas"],
    ["streams", "apply", "--replicas"],
    ["streams", "keep", "--replicas"],
    ["events", "tail", "--last"],
    ["events", "export", "--out", "facts", "--block-facts"],
    ["cases", "list", "--older-than"],
    ["cases", "list", "--limit"],
    ["cases", "propose", "019aa4c1-0a00-7000-8000-000000000001", "--amount-xof"],
    ["cases", "propose", "019aa4c1-0a00-7000-8000-000000000001", "--amount-sats"],
  ];

  it.each(options)("is refused by its name before anything is done: %s %s %s", async (...words) => {
    for (const text of ["", " ", "0x3", "1e1", "+3", "3.0", " 3", "abc", "9999999999999999999"]) {
      const said = await complaintAbout(commands, [...words.filter(Boolean), text]);
      expect(said).toMatch(
        new RegExp(`option '${words.at(-1)} .*argument '.*' is invalid. It is no whole number`),
      );
    }
  });
});
