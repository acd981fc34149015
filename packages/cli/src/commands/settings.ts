import type { PublishingService } from "@sanu/contracts";
import {
  audited,
  createAuditLog,
  exitCodes,
  listBoundSettings,
  shellAct,
  unbindSetting,
} from "@sanu/platform";
import type { Command } from "commander";
import { onDatabase } from "../maintenance.ts";
import { readServices } from "../services.ts";
import { contradictionsIn, strangersIn } from "../settings-check.ts";

const by = { name: "sanu-settings", isOfAnyEnvironment: true };

/** `sanu settings`: whether everything in the environment that could be a setting is one, and which of them a database is bound to. */
export function addSettings(program: Command): void {
  const settings = program.command("settings").description("what a system is run with");
  settings
    .command("check")
    .description(
      "refuses names in the environment that are no setting, with the one that may have been meant, and settings of two services that contradict each other",
    )
    .action(() => {
      const wrong = [...strangersIn(process.env), ...contradictionsIn(process.env)];
      for (const sentence of wrong) process.stderr.write(`sanu: ${sentence}\n`);
      if (wrong.length > 0) process.exitCode = exitCodes.misconfigured;
    });
  settings
    .command("bound")
    .description(
      "show what databases are bound to: the environment, the fingerprint of a key, a public key, accounts at providers",
    )
    .argument("[service...]", "all services when none is named")
    .action(async (names: string[]) => {
      for (const service of readServices(names)) {
        const bound = await onDatabase(service, by, listBoundSettings);
        for (const { name, value } of bound) {
          process.stdout.write(`${service}: ${name} ${value}\n`);
        }
        if (bound.length === 0) process.stdout.write(`${service}: none\n`);
      }
    });
  settings
    .command("unbind")
    .description("let the next start of a service bind its database anew, to what it then has")
    .argument("<setting>", "one that `sanu settings bound` shows")
    .argument("[service...]", "all services when none is named")
    .action(unbind);
}

async function unbind(setting: string, names: string[]): Promise<void> {
  const services = readServices(names);
  const holding = await findHolding(services, setting);
  for (const service of services) {
    // Where no database has it, each says whether it could.
    const isAsked = holding.length === 0 || holding.includes(service);
    const was = isAsked && (await unbindIn(service, setting));
    process.stdout.write(
      `${service}: ${setting} ${was ? "is bound anew by the next start" : "was not bound"}\n`,
    );
  }
}

/** An account at a provider is known to the services alone that have used it. */
async function findHolding(
  services: readonly PublishingService[],
  setting: string,
): Promise<readonly PublishingService[]> {
  const holding: PublishingService[] = [];
  for (const service of services) {
    const bound = await onDatabase(service, by, listBoundSettings);
    if (bound.some(({ name }) => name === setting)) holding.push(service);
  }
  return holding;
}

function unbindIn(service: PublishingService, setting: string): Promise<boolean> {
  return onDatabase(service, by, (database) =>
    audited(
      createAuditLog(database),
      shellAct(`${service}.unbind-setting`, "act", { subjects: { setting } }),
      () => unbindSetting(database, service, setting),
      (wasBound) => (wasBound ? "unbound" : "nothing-new"),
    ),
  );
}
