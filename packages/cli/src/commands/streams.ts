import {
  applyStreams,
  checkStreams,
  describeChange,
  runMain,
  type StreamSetUp,
} from "@sanu/platform";
import type { Command } from "commander";
import { namespaceOf, natsLoginOf, natsUrlOf } from "../environment.ts";
import { createControllerService, readControllerConfig } from "../stream-controller.ts";
import { reachingNats } from "../trouble.ts";
import { wholeFrom } from "../whole-numbers.ts";

const replicasMax = 5;

interface StreamsOptions {
  readonly replicas?: number;
  readonly fewer?: boolean;
}

/**
 * `sanu streams check` says what is missing or differs, `sanu streams apply` makes it so, and `sanu streams keep` goes on
 * making what is missing.
 */
export function addStreams(program: Command): void {
  const streams = program.command("streams").description("the JetStream streams and durables");
  const withReplicas = (name: string, description: string) =>
    streams
      .command(name)
      .description(description)
      .option(
        "--replicas <count>",
        "copies of each stream; without it, as many as there are",
        wholeFrom(1, replicasMax),
      );

  withReplicas("check", "say what apply would do; ends with 1 where that is anything").action(
    async (options: StreamsOptions) => {
      const changes = await reachingNats(() => checkStreams(setUpOf(options)));
      writeLines(changes.map(describeChange));
      process.exitCode = changes.length === 0 ? 0 : 1;
    },
  );
  withReplicas("apply", "make what is missing, and the copies that are asked for")
    .option("--fewer", "also where that takes copies of a stream away")
    .action(async (options: StreamsOptions) => {
      const changes = await reachingNats(() => applyStreams(setUpOf(options)));
      writeLines(changes.map(describeChange));
      if (changes.length > 0) process.stdout.write("done\n");
    });
  withReplicas("keep", "make what is missing, whenever it is, until stopped").action(
    async (options: StreamsOptions) => {
      const { replicas } = options;
      await runMain((env) => createControllerService({ ...readControllerConfig(env), replicas }));
    },
  );
}

function setUpOf({ replicas, fewer }: StreamsOptions): StreamSetUp {
  return {
    url: natsUrlOf(process.env),
    ...natsLoginOf(process.env),
    namespace: namespaceOf(process.env),
    replicas,
    mayTakeCopiesAway: fewer,
  };
}

function writeLines(lines: readonly string[]): void {
  process.stdout.write(lines.length === 0 ? "nothing to do\n" : `${lines.join("\n")}\n`);
}
