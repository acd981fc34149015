import { systemClock } from "@sanu/kernel";
import { checkedProviders, checkProvider } from "@sanu/rails";
import type { Command } from "commander";
import { onDatabase } from "../maintenance.ts";
import { exitCodeOfFindings, railsReport } from "../rails-report.ts";
import { reopenNode } from "../reopen-node.ts";

/** `sanu rails check`: whether a provider or a node is ready, without moving anything. */
export function addRails(program: Command): void {
  const rails = program
    .command("rails")
    .description("the providers of mobile money, and the nodes");
  rails
    .command("reopen")
    .description(
      "let payments use a node again that was closed because it had lost what it had settled; first compare it with our log (reconcile --now)",
    )
    .argument("<node>", "its name in LIGHTNING_RECEIVE_RAIL")
    .action(async (node: string) => {
      const by = { name: "sanu rails reopen" };
      const opened = await onDatabase("payments", by, (database) => reopenNode(database, node));
      process.stdout.write(opened ? `${node} is open\n` : `${node} was not closed\n`);
      process.exitCode = opened ? 0 : 1;
    });
  rails
    .command("check")
    .description(
      "try the settings, keys, rights, clock, callbacks and balances of a provider or node, moving nothing; ends with 1 where something is wrong, with 2 where something is not known",
    )
    .argument(
      "<provider>",
      `one of ${checkedProviders().join(", ")}; lnd-one for a node with a name`,
    )
    .action(async (provider: string) => {
      const environment = process.env;
      const findings = await checkProvider({ provider, environment, clock: systemClock });
      process.stdout.write(railsReport(findings));
      process.exitCode = exitCodeOfFindings(findings);
    });
}
