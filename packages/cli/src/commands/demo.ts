import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";

/** A program of its own, which no image contains: what moves clocks is not where money is. */
const program = join(import.meta.dirname, "../../../..", "packages/demo/src/run.ts");

/** `sanu demo`: fills a fresh system of this clone with a past to look at. */
export function addDemo(sanu: Command): void {
  sanu
    .command("demo")
    .description("fills this clone's system, which must be fresh, with a past to look at")
    .argument("[options...]", "--people, --days, --seed, --purchases, --fresh; --help tells more")
    .helpOption(false)
    .allowUnknownOption()
    .action(async (options: readonly string[]) => {
      if (!existsSync(program)) throw new Error("A demo set is made in a clone, and in no image");
      const running = spawn(process.execPath, [program, ...options], { stdio: "inherit" });
      // Ctrl-C reaches it as well; what it then has to say is waited for.
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
      await once(running, "exit");
      process.exitCode = running.exitCode ?? 1;
    });
}
