import { createHash } from "node:crypto";
import { type BasisPoints, type Clock, epochMsOf, type XofPerBtc, xofPerBtc } from "@sanu/kernel";
import type { RateRound } from "./market-round.ts";

/** A market for machines that reach no real one: it stands still, or moves and drifts as the seed and the time say. */
export interface SandboxMarket {
  readonly midXofPerBtc: XofPerBtc;
  /** How far it moves from the middle to either side; 0 stands still. */
  readonly moves: BasisPoints;
  /** How far the middle itself drifts over days; 0 keeps it where it is. */
  readonly drift: BasisPoints;
  readonly seed: number;
}

/** The sandbox's market, in the process: nobody is asked. */
export function createSandboxRound(market: SandboxMarket, clock: Clock): RateRound {
  return {
    readPrices: () =>
      Promise.resolve({
        kind: "trusted",
        midXofPerBtc: sandboxMidAt(market, epochMsOf(clock.now())),
        ageMs: 0,
        markets: ["sandbox"],
      }),
    close: () => Promise.resolve(),
  };
}

/** Between two knots the price goes in a straight line. */
const KNOT_MS = 60_000;
/** The drift has its knots four days apart, and stands still for six hours: a price can be told by its hour. */
const DRIFT_KNOT_MS = 4 * 86_400_000;
const DRIFT_STEP_MS = 21_600_000;
const BASIS_POINTS_WHOLE = 10_000n;

/** The price at a moment: the same for the same seed and moment, on every machine. */
export function sandboxMidAt(market: SandboxMarket, epochMs: number): XofPerBtc {
  const { midXofPerBtc, moves, drift, seed } = market;
  const step = Math.floor(epochMs / DRIFT_STEP_MS) * DRIFT_STEP_MS;
  const drifted = offset(midXofPerBtc, { most: drift, seed: `${seed}/drift` }, step, DRIFT_KNOT_MS);
  const moved = offset(drifted, { most: moves, seed: `${seed}` }, epochMs, KNOT_MS);
  return xofPerBtc(moved > 0n ? moved : 1n);
}

interface Wave {
  readonly most: BasisPoints;
  readonly seed: string;
}

function offset(mid: bigint, wave: Wave, epochMs: number, knotMs: number): bigint {
  if (wave.most === 0n) return mid;
  const knot = Math.floor(epochMs / knotMs);
  const behind = BigInt(epochMs - knot * knotMs);
  const ahead = BigInt(knotMs) - behind;
  const moved = offsetAt(wave, knot) * ahead + offsetAt(wave, knot + 1) * behind;
  return mid + (mid * moved) / (BASIS_POINTS_WHOLE * BigInt(knotMs));
}

/** Basis points from −most to +most. */
function offsetAt({ most, seed }: Wave, knot: number): bigint {
  const drawn = createHash("sha256").update(`${seed}/${knot}`).digest().readUInt32BE();
  return (BigInt(drawn) % (2n * most + 1n)) - most;
}
