import { publishingServices } from "@sanu/contracts";
import type { TcpProxy, Wire } from "@sanu/testing";
import { serviceNames } from "./service-names.ts";
import { callers, type Wires } from "./wires.ts";

/** What a network does to a wire (reliability.md 5, row 15). */
const faultKinds = ["cut", "half-open", "slow", "reset", "drip"] as const;
export type FaultKind = (typeof faultKinds)[number];

/** To whom a wire leads. */
const wireClasses = ["nats", "postgres", "sandbox"] as const;
export type WireClass = (typeof wireClasses)[number];

/** One fault on one wire for a while. */
export interface NetworkFault {
  readonly kind: FaultKind;
  readonly of: WireClass;
  /** Which wire of its class. */
  readonly wireName: string;
  readonly wire: Wire;
  readonly lastsMs: number;
}

export interface FaultPlan {
  readonly random: () => number;
  readonly faults: number;
  readonly lastsMsMin: number;
  readonly lastsMsMax: number;
}

const limits = { latencyMs: 5_000, bytesPerSecond: 1, resetBytesMax: 600 } as const;

/** Draws faults: every kind on every class of wire equally often, every wire in turn, in an order of the seed. */
export function drawFaults(plan: FaultPlan): readonly NetworkFault[] {
  const { random, faults, lastsMsMin, lastsMsMax } = plan;
  const cases = wireClasses.flatMap((of) => {
    const first = Math.floor(random() * faultKinds.length);
    return faultKinds.map((kind, index) => ({ of, kind, wireIndex: first + index }));
  });
  const drawn = Array.from({ length: faults }, (_, index): NetworkFault => {
    const { of, kind, wireIndex } = pick(cases, index);
    return {
      kind,
      of,
      // In each round of all cases the kinds move on by one wire.
      wireName: pick(wireNamesOf(of), wireIndex + Math.floor(index / cases.length)),
      wire: wireOf(kind, random),
      lastsMs: lastsMsMin + random() * (lastsMsMax - lastsMsMin),
    };
  });
  return drawn
    .map((fault) => ({ fault, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ fault }) => fault);
}

function wireOf(kind: FaultKind, random: () => number): Wire {
  switch (kind) {
    case "cut":
      return { kind };
    case "half-open":
      return { kind: pick(["half-open", "mute", "deaf"] as const, Math.floor(random() * 3)) };
    case "slow":
      return { kind, latencyMs: limits.latencyMs };
    case "reset": {
      const afterBytes = Math.floor(random() * limits.resetBytesMax);
      return { kind, afterBytes, of: random() < 0.5 ? "response" : "request" };
    }
    case "drip":
      return { kind, bytesPerSecond: limits.bytesPerSecond };
  }
}

function wireNamesOf(of: WireClass): readonly string[] {
  if (of === "nats") return serviceNames;
  return of === "postgres" ? publishingServices : [...callers, "callbacks"];
}

/** The wire of a fault. */
export function findWire(wires: Wires, { of, wireName }: NetworkFault): TcpProxy {
  const { nats, postgres, rails, callbacks } = wires;
  const all: Readonly<Record<string, TcpProxy>> =
    of === "sandbox" ? { ...rails, callbacks } : { nats, postgres }[of];
  const found = all[wireName];
  if (found === undefined) throw new Error(`No wire of ${wireName} to ${of}`);
  return found;
}

/** A fault in a few words, for the log of a run. */
export function describeFault({ of, wireName, wire, lastsMs }: NetworkFault): string {
  return `${wireName} to ${of}: ${JSON.stringify(wire)} for ${Math.round(lastsMs)} ms`;
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
}
