import { systemClock } from "@sanu/kernel";
import { checkedProviders, checkProvider } from "@sanu/rails";
import { Argument, type Command } from "commander";
import { exitCodeOfFindings, railsReport } from "../rails-report.ts";

/** `sanu rails check`: whether a provider of mobile money is ready, without moving anything. */
export function addRails(program: Command): void {
  program
    .command("rails")
    .description("the providers of mobile money")
    .command("check")
    .description(
      "try the settings, keys, clock, callbacks and balances of a provider, moving nothing; ends with 1 where something is wrong, with 2 where something is not known",
    )
    .addArgument(new Argument("<provider>").choices(checkedProviders()))
    .action(async (provider: string) => {
      const environment = process.env;
      const findings = await checkProvider({ provider, environment, clock: systemClock });
      process.stdout.write(railsReport(findings));
      process.exitCode = exitCodeOfFindings(findings);
    });
}
