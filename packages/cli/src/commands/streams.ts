import { namespace } from "@sanu/contracts";
import { applyStreams } from "@sanu/platform";
import type { Command } from "commander";
import { natsUrlOf } from "../environment.ts";

const replicasMax = 5;

/** `sanu streams apply`: makes every stream and durable that is missing; changes none that exists. */
export function addStreams(program: Command): void {
  program
    .command("streams")
    .description("the JetStream streams and durables")
    .command("apply")
    .description("make the streams and durables that are missing")
    .option("--replicas <count>", "copies of each stream: 1, or 3 in production", "1")
    .action(async (options: { readonly replicas: string }) => {
      const made = await applyStreams({
        url: natsUrlOf(process.env),
        namespace: namespace(process.env["NATS_NAMESPACE"] ?? ""),
        replicas: readReplicas(options.replicas),
      });
      process.stdout.write(made.length === 0 ? "nothing to do\n" : `made ${made.join(", ")}\n`);
    });
}

function readReplicas(text: string): number {
  const replicas = Number(text);
  if (Number.isInteger(replicas) && replicas >= 1 && replicas <= replicasMax) return replicas;
  throw new Error(`--replicas must be a whole number from 1 to ${replicasMax}`);
}
