import { Command } from "commander";
import { expect, it } from "vitest";
import { addAdmin } from "./commands/admin.ts";
import { addCases } from "./commands/cases.ts";
import { addEvents } from "./commands/events.ts";
import { addSealed } from "./commands/sealed.ts";
import { refuseRepeated } from "./refuse-repeated.ts";

/** What the shell shows when the command cannot even be read. */
async function complaintAbout(...words: readonly string[]): Promise<string> {
  const shown: string[] = [];
  const program = new Command("sanu").exitOverride();
  for (const add of [addAdmin, addCases, addEvents, addSealed]) add(program);
  refuseRepeated(program);
  for (const each of program.commands.flatMap((group) => [group, ...group.commands])) {
    each.exitOverride().configureOutput({ writeErr: (text) => void shown.push(text) });
  }
  await program.parseAsync(words, { from: "user" }).catch(() => undefined);
  return shown.join("");
}

it("an option that means one thing is refused twice, where the last would have counted and the first been passed over", async () => {
  const kinds = ["--kind", "outcome-unknown", "--kind", "refund-failed"];
  expect(await complaintAbout("cases", "list", ...kinds)).toContain(
    "option '--kind <kind>' was given twice",
  );
  const both = ["--email", "ama@example.org", "--email", "kofi@example.org"];
  expect(await complaintAbout("admin", "create", ...both)).toContain("was given twice");
});

it("an option that names several is taken as often as it is given", async () => {
  const shares = ["--share", "one.json", "--share", "other.json"];
  expect(await complaintAbout("sealed", "open", ...shares)).toContain("'--account <id>'");
  const types = ["--type", "PaymentCompleted", "--type", "PaymentFailed", "--last", "0"];
  expect(await complaintAbout("events", "tail", ...types)).toContain("no whole number from 1");
});
