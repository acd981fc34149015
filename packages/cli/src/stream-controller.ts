import type { Namespace } from "@sanu/contracts";
import {
  createHealthServer,
  createLifecycle,
  createLogger,
  createMetrics,
  createStreamController,
  LogLevel,
  programConfig,
  programSettings,
  readConfig,
  type Secret,
  type Service,
  type StreamController,
} from "@sanu/platform";
import { z } from "zod";

const SERVICE = "streams";

const settings = z.object(programSettings).transform(programConfig);

/** The configuration of the stream controller, from environment variables. Throws `ConfigError` with every mistake at once. */
export function readControllerConfig(env: Readonly<Record<string, string | undefined>>) {
  return readConfig(settings, env);
}

export interface ControllerConfig {
  readonly logLevel: LogLevel;
  readonly natsUrl: string;
  readonly natsUser?: string | undefined;
  readonly natsPassword?: Secret | undefined;
  readonly namespace: Namespace;
  readonly healthHost: string;
  readonly healthPort: number;
  /** Copies of each stream; without it, those that are there. */
  readonly replicas?: number | undefined;
}

/**
 * Keeps the streams and durables as `contracts` defines them for as long as it runs: services may not make any.
 * Ready when everything was in its place at the last look.
 */
export function createControllerService(config: ControllerConfig): Service {
  const logger = createLogger({ service: SERVICE, level: config.logLevel });
  const metrics = createMetrics(SERVICE, { processMetrics: true });
  const lifecycle = createLifecycle({ logger });
  let controller: StreamController | undefined;
  const health = createHealthServer({
    service: SERVICE,
    host: config.healthHost,
    port: config.healthPort,
    isRunning: lifecycle.isRunning,
    checks: [{ name: "streams", findTrouble: () => controller?.trouble() }],
    metrics,
  });
  lifecycle
    .add({ name: "metrics", stop: metrics.close })
    .add({ name: "health", start: health.start, stop: health.stop })
    .add({
      name: "streams",
      start: async () => {
        controller = await createStreamController({
          ...config,
          url: config.natsUrl,
          user: config.natsUser,
          password: config.natsPassword,
        });
        controller.start({
          onMade: (names) => logger.warn({ names }, "made what was missing or differed"),
          onTrouble: (reason) => logger.error({ reason }, "the streams cannot be kept"),
        });
      },
      stop: () => controller?.stop(),
    });
  return { logger, start: lifecycle.start, stop: lifecycle.stop };
}
