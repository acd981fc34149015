import { setTimeout as wait } from "node:timers/promises";

const limits = { triesMax: 3, pauseMs: 200 } as const;

/** As the pool says it of a server, which may be well: a process that stood still meanwhile cannot tell. */
const tooLate = /timeout exceeded when trying to connect|due to connection timeout/;

/** Does work, and does it again where it had no connection to the database in time, so that nothing was asked over it. */
export async function untilConnected<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isTooLate = error instanceof Error && tooLate.test(error.message);
      if (!isTooLate || tries === limits.triesMax) throw error;
      await wait(limits.pauseMs);
    }
  }
}
