import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { namespace } from "@sanu/contracts";
import { createStreamController, type StreamController, secret } from "@sanu/platform";
import type { NatsPasswordOf } from "./service-environment.ts";

interface StreamOptions {
  readonly folder: string;
  readonly natsUrl: string;
  readonly natsPasswordOf?: NatsPasswordOf;
  readonly namespace?: string;
  readonly signal?: AbortSignal;
}

/** Makes what is missing now, and goes on making what somebody deletes, as the set-up job in production does. */
export async function keepStreams(options: StreamOptions): Promise<StreamController> {
  options.signal?.throwIfAborted();
  const controller = await createStreamController({
    url: options.natsUrl,
    password: options.natsPasswordOf && secret(options.natsPasswordOf("streams")),
    namespace: namespace(options.namespace ?? ""),
    replicas: 1,
  });
  try {
    await controller.apply();
  } catch (error) {
    await controller.stop();
    throw error;
  }
  const log = join(options.folder, "logs", "streams.log");
  controller.start({
    onMade: (names) => appendFileSync(log, `made ${names.join(", ")}\n`),
    onTrouble: (reason) => appendFileSync(log, `trouble: ${reason}\n`),
  });
  return controller;
}
