import { namespace } from "@sanu/contracts";
import { applyStreams, runMain } from "@sanu/platform";
import type { Command } from "commander";
import { natsLoginOf, natsUrlOf } from "../environment.ts";
import { createControllerService, readControllerConfig } from "../stream-controller.ts";

const replicasMax = 5;

interface StreamsOptions {
  readonly replicas: string;
}

/** `sanu streams apply` makes every stream and durable that is missing; `sanu streams keep` goes on doing so. */
export function addStreams(program: Command): void {
  const streams = program.command("streams").description("the JetStream streams and durables");
  const withReplicas = (name: string, description: string) =>
    streams
      .command(name)
      .description(description)
      .option("--replicas <count>", "copies of each stream: 1, or 3 in production", "1");

  withReplicas("apply", "make the streams and durables that are missing").action(
    async (options: StreamsOptions) => {
      const made = await applyStreams({
        url: natsUrlOf(process.env),
        ...natsLoginOf(process.env),
        namespace: namespace(process.env["NATS_NAMESPACE"] ?? ""),
        replicas: readReplicas(options.replicas),
      });
      process.stdout.write(made.length === 0 ? "nothing to do\n" : `made ${made.join(", ")}\n`);
    },
  );
  withReplicas("keep", "make them, and again whenever one is missing, until stopped").action(
    async (options: StreamsOptions) => {
      const replicas = readReplicas(options.replicas);
      await runMain((env) => createControllerService({ ...readControllerConfig(env), replicas }));
    },
  );
}

function readReplicas(text: string): number {
  const replicas = Number(text);
  if (Number.isInteger(replicas) && replicas >= 1 && replicas <= replicasMax) return replicas;
  throw new Error(`--replicas must be a whole number from 1 to ${replicasMax}`);
}
