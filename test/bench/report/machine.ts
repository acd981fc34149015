import { spawnSync } from "node:child_process";
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { quantileOf } from "../measure.ts";
import type { BenchServers } from "../system/servers.ts";

/** On what a run was made; a ratio of commits means nothing without the time that one takes to be on disk. */
export interface Machine {
  readonly at: string;
  readonly commit: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly loadBefore: number;
  readonly fsyncP50Ms: number;
  readonly fsyncP99Ms: number;
  readonly node: string;
  readonly postgres: string;
  readonly nats: string;
}

const fsyncSamples = 200;
const blockBytes = 8_192;

/** Describes the machine and measures its disk where the data of the run lies. */
export async function describeMachine(servers: BenchServers): Promise<Machine> {
  const times = fsyncTimes(join(servers.folder, "fsync"));
  const [version] = await servers.administrate("show server_version");
  const nats = await connect({ servers: servers.nats.url });
  const natsVersion = nats.info?.version ?? "unknown";
  await nats.close();
  return {
    at: new Date().toISOString(),
    commit: spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim(),
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / 1_048_576),
    loadBefore: loadavg()[0] ?? Number.NaN,
    fsyncP50Ms: quantileOf(times, 0.5),
    fsyncP99Ms: quantileOf(times, 0.99),
    node: process.version,
    postgres: String(version?.["server_version"]),
    nats: natsVersion,
  };
}

function fsyncTimes(file: string): readonly number[] {
  const descriptor = openSync(file, "w");
  const block = Buffer.alloc(blockBytes, 7);
  const times: number[] = [];
  for (let sample = 0; sample < fsyncSamples; sample += 1) {
    const startedAt = performance.now();
    writeSync(descriptor, block);
    fdatasyncSync(descriptor);
    times.push(performance.now() - startedAt);
  }
  closeSync(descriptor);
  rmSync(file);
  return times;
}
