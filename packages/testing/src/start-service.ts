import { untilConnected } from "./until-connected.ts";

/** A service that is composed and not started yet. */
interface Startable {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<unknown>;
}

/**
 * Composes a service and starts it, and does so again where its database did not answer in time, as whoever runs
 * services does: at the start it opens many connections, and a machine that stands still for a moment loses one of them.
 */
export function startService<Service extends Startable>(
  compose: () => Promise<Service>,
): Promise<Service> {
  return untilConnected(async () => {
    const service = await compose();
    try {
      await service.start();
      return service;
    } catch (error) {
      await service.stop();
      throw error;
    }
  });
}
