const startLimits = { triesMax: 3 } as const;

/** A service that is composed and not started yet. */
interface Startable {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<unknown>;
}

/** As the pool says it of a server, which may be well: a process that stood still meanwhile cannot tell. */
const tooLate = /timeout exceeded when trying to connect|due to connection timeout/;

/**
 * Composes a service and starts it, and does so again where its database did not answer in time, as whoever runs
 * services does: at the start it opens many connections, and a machine that stands still for a moment loses one of them.
 */
export async function startService<Service extends Startable>(
  compose: () => Promise<Service>,
): Promise<Service> {
  for (let tries = 1; ; tries += 1) {
    const service = await compose();
    try {
      await service.start();
      return service;
    } catch (error) {
      await service.stop();
      const isTooLate = error instanceof Error && tooLate.test(error.message);
      if (!isTooLate || tries === startLimits.triesMax) throw error;
    }
  }
}
