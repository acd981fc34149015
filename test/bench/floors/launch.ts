import { fork } from "node:child_process";
import { once } from "node:events";

/** A program of the bench in a process of its own. */
export interface Launched {
  readonly pid: number;
  /** What it said when it was ready, for example its port. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Called with everything it says later. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Asks one that answers questions, one at a time. */
  readonly request: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Starts a file with its settings and waits for its word that it is ready. Throws when it ends before. */
export async function launch(
  file: URL,
  settings: Readonly<Record<string, string>>,
): Promise<Launched> {
  const child = fork(file, {
    env: { PATH: process.env["PATH"] ?? "", ...settings },
  });
  const ended = once(child, "exit");
  const first: unknown = await Promise.race([
    once(child, "message").then(([message]: unknown[]) => message),
    ended.then(() => undefined),
  ]);
  if (typeof first !== "object" || first === null) {
    throw new Error(`${file.pathname} ended before it was ready`);
  }
  return {
    pid: child.pid ?? 0,
    ready: { ...first },
    onMessage: (listener) => void child.on("message", listener),
    async request() {
      const message = once(child, "message");
      child.send("?");
      const [response]: unknown[] = await message;
      return response;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The port a launched program listens on. */
export function portOf({ ready }: Launched): number {
  const port = Number(ready["port"]);
  if (!(port > 0)) throw new Error("The program names no port");
  return port;
}

/** For the launched program: says that it is ready, and ends when the bench does. */
export function sayReady(what: Readonly<Record<string, unknown>> = {}): void {
  process.on("disconnect", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
  say({ ready: true, ...what });
}

/** For the launched program: answers the bench's questions. */
export function respondWith(report: () => Readonly<Record<string, unknown>>): void {
  process.on("message", () => say(report()));
}

/** For the launched program: tells the bench something. */
export function say(what: Readonly<Record<string, unknown>>): void {
  process.send?.(what);
}

/** For the launched program: a setting. Throws where it is missing. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
