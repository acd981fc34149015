import { setTimeout as wait } from "node:timers/promises";
import type { Purchase } from "./load.ts";
import type { ServiceName } from "./service-names.ts";
import type { FaultSystem } from "./system.ts";
import {
  type Caller,
  countHandled,
  hasCallWithoutAnswer,
  hasIntentWithoutCall,
  opens,
  type Reacting,
  untilLinked,
} from "./windows.ts";

const limits = {
  /**
   * A mute service hears a fact only while its last request for facts is valid, 10 s: when that ran out before
   * the work came by, the window stays shut and is entered again.
   */
  entriesMax: 8,
  /** After a new connection a service notices within two heartbeats that it has to ask for facts again. */
  followsAgainMs: 3_000,
} as const;

/** Where a SIGKILL falls. `by-chance` falls after a pause while work is under way. */
export type Kill =
  | { readonly service: Caller; readonly window: "intent-and-call" | "call-and-answer" }
  | { readonly service: Reacting; readonly window: "commit-and-acknowledgement" }
  | { readonly service: ServiceName; readonly window: "by-chance"; readonly pauseMs: number };

/** The kills of one round: every service three times, every window where the service has it. */
export function killsOfRound(pauseMs: () => number): readonly Kill[] {
  const byChance = (service: ServiceName) =>
    ({ service, window: "by-chance", pauseMs: pauseMs() }) as const;
  return [
    { service: "payments", window: "intent-and-call" },
    { service: "payments", window: "call-and-answer" },
    { service: "payments", window: "commit-and-acknowledgement" },
    { service: "payouts", window: "intent-and-call" },
    { service: "payouts", window: "call-and-answer" },
    { service: "payouts", window: "commit-and-acknowledgement" },
    { service: "transactions", window: "commit-and-acknowledgement" },
    { service: "transactions", window: "commit-and-acknowledgement" },
    byChance("transactions"),
    byChance("identity"),
    byChance("identity"),
    byChance("identity"),
    byChance("gateway-api"),
    byChance("gateway-api"),
    byChance("gateway-api"),
  ];
}

/** Starts a purchase that runs into the window; its payer is slow where the window needs the time. */
export type Work = (payer: "any" | "slow") => Purchase;

/**
 * Lets work run into the window, kills the service there and starts it again. Returns whether the databases and
 * the journal say, after the death, that it happened in that window.
 */
export async function killInWindow(system: FaultSystem, kill: Kill, work: Work): Promise<boolean> {
  const program = system.program(kill.service);
  let isOpen = await enterWindow(system, kill, work);
  for (let attempt = 1; !(await opens(isOpen)); attempt += 1) {
    if (attempt === limits.entriesMax) throw new Error(`Missed: ${kill.service}, ${kill.window}`);
    await leaveWindow(system, kill);
    isOpen = await enterWindow(system, kill, work);
  }
  await program.kill();
  const wasHit = await isOpen();
  system.wires[kill.service].setWire({ kind: "clear" });
  system.sandbox.control.clearFaults();
  await program.restart();
  return wasHit;
}

/** The wire is made new: what was swallowed would leave half a message on it. */
async function leaveWindow(system: FaultSystem, { service }: Kill): Promise<void> {
  system.sandbox.control.clearFaults();
  system.wires[service].setWire({ kind: "cut" });
  system.wires[service].setWire({ kind: "clear" });
  await wait(limits.followsAgainMs);
}

/** Makes the window stay open once the work is in it, and returns how to see that it is. */
async function enterWindow(
  system: FaultSystem,
  kill: Kill,
  work: Work,
): Promise<() => Promise<boolean>> {
  switch (kill.window) {
    case "intent-and-call":
      // It hears the fact and commits the attempt, but its question for the destination reaches nobody.
      system.wires[kill.service].setWire({ kind: "mute" });
      work("any");
      return () => hasIntentWithoutCall(system, kill.service);
    case "call-and-answer":
      system.sandbox.control.addFault({
        operation: kill.service === "payments" ? "payments.create" : "lightning.pay",
        mode: "hang",
        acts: true,
      });
      work("any");
      return () => hasCallWithoutAnswer(system, kill.service);
    case "commit-and-acknowledgement":
      return muteBeforeAcknowledgement(system, kill.service, work);
    case "by-chance":
      work("any");
      await wait(kill.pauseMs);
      return () => Promise.resolve(true);
  }
}

/** The service hears a fact and commits its effect, but the acknowledgement reaches nobody. */
async function muteBeforeAcknowledgement(
  system: FaultSystem,
  service: Reacting,
  work: Work,
): Promise<() => Promise<boolean>> {
  const mute = () => system.wires[service].setWire({ kind: "mute" });
  if (service === "transactions") {
    // What it hears of is what it began itself, and it asks for the link: it may speak until it has it.
    const { amountXof } = work("slow");
    await untilLinked(system, amountXof);
    mute();
  } else {
    mute();
    work("any");
  }
  const database = system.databases[service];
  const before = await countHandled(database);
  return async () => (await countHandled(database)) > before;
}
