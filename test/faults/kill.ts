import { setTimeout as wait } from "node:timers/promises";
import type { Purchase } from "./load.ts";
import type { ServiceName } from "./service-names.ts";
import type { FaultSystem } from "./system.ts";
import {
  type Caller,
  countHandled,
  hasCallWithoutAnswer,
  hasIntentWithoutCall,
  isLinked,
  type Reacting,
  untilOpen,
} from "./windows.ts";

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
    ...[byChance("identity"), byChance("identity"), byChance("identity")],
    ...[byChance("gateway-api"), byChance("gateway-api"), byChance("gateway-api")],
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
  const isOpen = await enterWindow(system, kill, work);
  if (kill.window !== "by-chance") {
    await untilOpen(`${kill.service} is between ${kill.window}`, isOpen);
  }
  await program.kill();
  const wasHit = await isOpen();
  system.wires[kill.service].setWire({ kind: "clear" });
  system.sandbox.control.clearFaults();
  await program.restart();
  return wasHit;
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
    await untilOpen("the purchase has its link", () => isLinked(system, amountXof));
    mute();
  } else {
    mute();
    work("any");
  }
  const database = system.databases[service];
  const before = await countHandled(database);
  return async () => (await countHandled(database)) > before;
}
