import { flushCompileCache } from "node:module";
import { ConfigError } from "../config/read-config.ts";
import type { Logger } from "../logger/create-logger.ts";

export interface Service {
  readonly logger: Logger;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<boolean>;
}

/** How a process ended, for supervisors. 78 is EX_CONFIG of sysexits.h. */
export const exitCodes = { stopped: 0, failed: 1, stoppedUncleanly: 2, misconfigured: 78 } as const;

/** The process as `runMain` needs it; tests give another one. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly on: (event: string, listener: (cause: unknown) => void) => unknown;
  readonly exit: (code: number) => void;
  readonly writeError: (text: string) => void;
}

const processHost: Host = {
  env: process.env,
  on: (event, listener) => process.on(event, listener),
  exit: (code) => process.exit(code),
  writeError: (text) => process.stderr.write(text),
};

/** The only place that knows `process`. */
export async function runMain(
  compose: (env: Host["env"]) => Service | Promise<Service>,
  host: Host = processHost,
): Promise<void> {
  let service: Service;
  try {
    service = await compose(host.env);
  } catch (error) {
    host.writeError(`${reasonOf(error)}\n`);
    host.exit(error instanceof ConfigError ? exitCodes.misconfigured : exitCodes.failed);
    return;
  }
  const end = endOnce(service, host);
  for (const signal of ["SIGTERM", "SIGINT"]) {
    host.on(signal, () => void end(exitCodes.stopped, `stopping on ${signal}`));
  }
  for (const fault of ["uncaughtException", "unhandledRejection"]) {
    host.on(fault, (error) => {
      service.logger.fatal({ error }, fault);
      void end(exitCodes.failed, "stopping after a fault nobody caught");
    });
  }
  try {
    await service.start();
    // Where there is a cache, a process that is killed has written to it too.
    flushCompileCache();
  } catch (error) {
    service.logger.fatal({ error }, "the service cannot start");
    host.writeError(`${reasonOf(error)}\n`);
    await end(exitCodes.failed, "stopping what had started");
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "an unknown reason";
}

/** A second signal ends the process at once. */
function endOnce(service: Service, host: Host) {
  let ending = false;
  return async (code: number, why: string): Promise<void> => {
    if (ending) {
      if (code === exitCodes.stopped) host.exit(exitCodes.stoppedUncleanly);
      return;
    }
    ending = true;
    service.logger.info(why);
    const clean = await service.stop();
    host.exit(clean || code !== exitCodes.stopped ? code : exitCodes.stoppedUncleanly);
  };
}
