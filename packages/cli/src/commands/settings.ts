import { exitCodes } from "@sanu/platform";
import type { Command } from "commander";
import { strangersIn } from "../settings-check.ts";

/** `sanu settings check`: whether everything in the environment that could be a setting is one. */
export function addSettings(program: Command): void {
  program
    .command("settings")
    .description("what a system is run with")
    .command("check")
    .description(
      "refuses names in the environment that are no setting, with the one that may have been meant",
    )
    .action(() => {
      const strangers = strangersIn(process.env);
      for (const sentence of strangers) process.stderr.write(`sanu: ${sentence}\n`);
      if (strangers.length > 0) process.exitCode = exitCodes.misconfigured;
    });
}
