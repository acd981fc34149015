import { setTimeout as wait } from "node:timers/promises";
import type { Load } from "./load.ts";
import type { Caller, ServiceName } from "./service-names.ts";
import type { FaultSystem } from "./system.ts";
import {
  countHandled,
  type OpenAttempt,
  openAttempts,
  opens,
  type Reacting,
  unsentMails,
  wasDone,
} from "./windows.ts";

const limits = {
  /**
   * A mute service hears facts only for a while: when that ran out before one came by, as it may on a busy machine,
   * the window stays shut and is entered again.
   */
  entriesMax: 24,
  /** After a new connection a service asks for facts again, which takes it a moment. */
  followsAgainMs: 3_000,
  registerEveryMs: 300,
  /** What a process wrote before it died may still be on its way to the sandbox for so long. */
  afterglowMs: 30,
} as const;

/** The calls that move money, and the attempts that they are made for. */
const attemptsOf = {
  "payments.create": "collection",
  "invoices.capture": "capture",
  "lightning.pay": "send",
  "disbursements.create": "disbursement",
} as const satisfies Readonly<Record<string, OpenAttempt["kind"]>>;
type MovingCall = keyof typeof attemptsOf;

/**
 * Where a SIGKILL falls: between the commit of what is to be done outside and the call, between the call and the
 * record of its answer, between the commit of a fact's effect and its acknowledgement, or after a pause.
 */
export type Kill =
  | { readonly service: Caller | "identity"; readonly window: "intent-and-call" }
  | { readonly service: "identity"; readonly window: "call-and-answer" }
  | { readonly service: Caller; readonly window: "call-and-answer"; readonly call: MovingCall }
  | { readonly service: Reacting; readonly window: "commit-and-acknowledgement" }
  | { readonly service: ServiceName; readonly window: "by-chance"; readonly pauseMs: number };

/** Kills services of a system under load and starts them again. */
export interface Killer {
  /**
   * Waits for the window, kills there, starts again. Returns whether the databases and the sandbox say, after the
   * death, that it happened in that window: work can leave it in the moment before the kill falls.
   */
  readonly kill: (kill: Kill) => Promise<boolean>;
  /** What was killed when, where, and how long each part of it took: one line each. */
  readonly story: readonly string[];
}

export function createKiller(system: FaultSystem, load: Load): Killer {
  // What they held stays theirs until the lease ends, and says nothing about the process that runs now.
  const deadOwners = new Set<string>();
  const story: string[] = [];
  const beganMs = performance.now();
  return {
    story,
    async kill(kill) {
      const { service } = kill;
      const watch = stopWatch();
      const isOpen = await waitInWindow({ system, load, deadOwners }, kill);
      const openMs = watch();
      await system.program(service).kill();
      await wait(limits.afterglowMs);
      const wasHit = await isOpen();
      // The wire only lent its silence to the window: the death of a process closes its connections.
      renewWire(system, service);
      if (service === "payments" || service === "payouts") {
        for (const { owner } of await openAttempts(system, service)) deadOwners.add(owner);
      }
      await system.program(service).restart();
      const at = `${((performance.now() - beganMs) / 1_000).toFixed(1)} s`;
      const where = `${nameOf(kill)}${wasHit ? "" : ", missed"}`;
      story.push(`${at}: ${where}: open after ${openMs} ms, ready ${watch()} ms after its death`);
      return wasHit;
    },
  };
}

/** The window of a kill, in words. */
export function nameOf(kill: Kill): string {
  return [kill.service, kill.window, ...("call" in kill ? [kill.call] : [])].join(" ");
}

/** Milliseconds since it was made, or since it was asked before. */
function stopWatch(): () => number {
  let sinceMs = performance.now();
  return () => {
    const tookMs = Math.round(performance.now() - sinceMs);
    sinceMs = performance.now();
    return tookMs;
  };
}

interface Scene {
  readonly system: FaultSystem;
  readonly load: Load;
  readonly deadOwners: ReadonlySet<string>;
}

/** Enters the window until it is open; returns how to see whether it still is. */
async function waitInWindow(scene: Scene, kill: Kill): Promise<() => Promise<boolean>> {
  const { system, load } = scene;
  // Registrations are rare beside deals, and identity has little else to do.
  const register = () => void load.register().catch(() => undefined);
  const registering =
    kill.service === "identity" ? setInterval(register, limits.registerEveryMs) : undefined;
  try {
    for (let entry = 1; entry <= limits.entriesMax; entry += 1) {
      const isOpen = await enterWindow(scene, kill);
      if (await opens(isOpen)) return isOpen;
      renewWire(system, kill.service);
      await wait(limits.followsAgainMs);
    }
  } finally {
    clearInterval(registering);
  }
  throw new Error(`Never open: ${kill.service}, ${kill.window}`);
}

/** What a mute wire swallowed would leave half a message on it. */
function renewWire({ wires }: FaultSystem, service: ServiceName): void {
  wires[service].setWire({ kind: "cut" });
  wires[service].setWire({ kind: "clear" });
}

/** Makes the window stay open once work is in it, where that needs help, and returns how to see that it is. */
async function enterWindow(scene: Scene, kill: Kill): Promise<() => Promise<boolean>> {
  const { system } = scene;
  switch (kill.window) {
    case "intent-and-call":
      if (kill.service === "identity") return hasUnsentMail(system);
      // It hears facts and commits attempts, but its questions for the destination reach nobody.
      system.wires[kill.service].setWire({ kind: "mute" });
      return hasOpenAttempt(scene, kill.service, { isDone: false });
    case "call-and-answer":
      if (kill.service === "identity") return hasArrivedMail(system);
      system.sandbox.control.addFault({ operation: kill.call, mode: "hang", acts: true });
      return hasOpenAttempt(scene, kill.service, { isDone: true, kind: attemptsOf[kill.call] });
    case "commit-and-acknowledgement": {
      // It hears facts and commits their effects, but acknowledgements reach nobody.
      system.wires[kill.service].setWire({ kind: "mute" });
      const database = system.databases[kill.service];
      const before = await countHandled(database);
      return async () => (await countHandled(database)) > before;
    }
    case "by-chance":
      await wait(kill.pauseMs);
      return () => Promise.resolve(true);
  }
}

/** Whether the process that runs holds an attempt, of this kind or of any, that was carried out, or was not. */
function hasOpenAttempt(
  { system, deadOwners }: Scene,
  caller: Caller,
  wanted: { readonly isDone: boolean; readonly kind?: OpenAttempt["kind"] },
): () => Promise<boolean> {
  return async () => {
    const open = await openAttempts(system, caller);
    return open.some(
      (attempt) =>
        !deadOwners.has(attempt.owner) &&
        (wanted.kind ?? attempt.kind) === attempt.kind &&
        wasDone(system, attempt) === wanted.isDone,
    );
  };
}

function hasUnsentMail(system: FaultSystem): () => Promise<boolean> {
  return async () => {
    const unsent = await unsentMails(system);
    return unsent.some((email) => system.mail.mails(email).length === 0);
  };
}

function hasArrivedMail(system: FaultSystem): () => Promise<boolean> {
  return async () => {
    const unsent = await unsentMails(system);
    return unsent.some((email) => system.mail.mails(email).length > 0);
  };
}
