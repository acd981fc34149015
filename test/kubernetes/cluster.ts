import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const outputBytesMax = 64 * 1024 * 1024;
/** Above every time that a command of kubectl is told to wait. */
const commandTimeoutMs = 1_800_000;

/** What is built from this tree and runs in pods. */
export const ownPrograms = [
  "gateway-api",
  "identity",
  "transactions",
  "payments",
  "payouts",
  "stream-controller",
  "sandbox",
] as const;

export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Runs a command of this machine and returns what it printed. Throws `CommandError` with what it complained about. */
export function run(command: string, args: readonly string[], input?: string): string {
  const [program = "", ...first] = command.split(" ");
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...args], {
    encoding: "utf8",
    maxBuffer: outputBytesMax,
    timeout: commandTimeoutMs,
    ...(input === undefined ? {} : { input }),
  });
  if (status === 0) return stdout;
  throw new CommandError(
    `${command} ${args.join(" ")}: ${error?.message ?? [stdout, stderr].join("\n").trim()}`,
  );
}

export function isThere(command: string, args: readonly string[]): boolean {
  try {
    run(command, args);
    return true;
  } catch {
    return false;
  }
}

export interface Cluster {
  readonly kubectl: (...args: readonly string[]) => string;
  readonly apply: (objects: readonly object[] | string) => void;
  /** Has the API server judge them as if they were applied. Throws `CommandError` with what it refuses. */
  readonly judge: (objects: readonly unknown[]) => void;
  /** In a pod of ours, in the container that serves. */
  readonly exec: (pod: string, container: string, ...command: readonly string[]) => string;
  /** Those that run, by name. */
  readonly pods: (name: string) => readonly string[];
  readonly isThere: (object: string, namespace?: string) => boolean;
  /** Ends what runs in a pod without a goodbye. Without a command for that the kubelet does it, and waits two seconds. */
  readonly crash: (pod: string) => void;
  readonly rolledOut: (what: string) => void;
}

/** Servers and the sandbox name their container as they are named. */
export function containerOf(program: string): string {
  return ["nats", "postgres", "sandbox"].includes(program) ? program : "service";
}

const rolloutSeconds = 600;
const applied = ["apply", "--server-side", "--force-conflicts", "--filename=-"];
const listOf = (items: readonly unknown[]): string =>
  JSON.stringify({ apiVersion: "v1", kind: "List", items });

export function openCluster(kubectlCommand: string, killCommand: string | undefined): Cluster {
  const kubectl = (...args: readonly string[]) =>
    run(kubectlCommand, ["--namespace=sanu", ...args]);
  return {
    kubectl,
    apply(objects) {
      run(kubectlCommand, applied, typeof objects === "string" ? objects : listOf(objects));
    },
    judge(objects) {
      run(kubectlCommand, [...applied, "--dry-run=server"], listOf(objects));
    },
    exec: (pod, container, ...command) =>
      kubectl("exec", pod, `--container=${container}`, "--", ...command),
    pods: (name) =>
      kubectl(
        "get",
        "pods",
        `--selector=app.kubernetes.io/name=${name}`,
        "--field-selector=status.phase=Running",
        "--output=name",
      )
        .split("\n")
        .filter((line) => line !== ""),
    isThere: (object, namespace = "sanu") =>
      isThere(kubectlCommand, [`--namespace=${namespace}`, "get", object]),
    crash(pod) {
      if (killCommand === undefined) {
        kubectl("delete", pod, "--grace-period=0", "--force");
        return;
      }
      const where = "--output=jsonpath={.spec.nodeName} {.status.containerStatuses[0].containerID}";
      const [node = "", container = ""] = kubectl("get", pod, where).split(" ");
      run(killCommand, [node, container.replace(/^.*:\/\//, "")]);
    },
    rolledOut(what) {
      kubectl("rollout", "status", what, `--timeout=${rolloutSeconds}s`);
    },
  };
}

/** Looks until it is so. Throws `CommandError` when it is not within the time; returns how long it took. */
export async function until(what: string, isSo: () => boolean, waitMs: number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < waitMs) {
    if (isSo()) return performance.now() - startedAt;
    await sleep(250);
  }
  throw new CommandError(`Waited ${waitMs / 1_000} s in vain until ${what}`);
}
