import { createHash } from "node:crypto";
import { type BasisPoints, type Clock, epochMsOf, type XofPerBtc, xofPerBtc } from "@sanu/kernel";
import type { RateRound } from "./market-round.ts";

/** A market for machines that reach no real one: it stands still, or moves as the seed and the time say. */
export interface SandboxMarket {
  readonly midXofPerBtc: XofPerBtc;
  /** How far it moves from the middle to either side; 0 stands still. */
  readonly moves: BasisPoints;
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
const BASIS_POINTS_WHOLE = 10_000n;

/** The price at a moment: the same for the same seed and moment, on every machine. */
export function sandboxMidAt(market: SandboxMarket, epochMs: number): XofPerBtc {
  const { midXofPerBtc: mid, moves } = market;
  const knot = Math.floor(epochMs / KNOT_MS);
  const behind = BigInt(epochMs - knot * KNOT_MS);
  const ahead = BigInt(KNOT_MS) - behind;
  const moved = offsetAt(market, knot) * ahead + offsetAt(market, knot + 1) * behind;
  const rate = mid + (mid * moved) / (BASIS_POINTS_WHOLE * BigInt(KNOT_MS));
  return moves === 0n ? mid : xofPerBtc(rate > 0n ? rate : 1n);
}

/** Basis points from −moves to +moves. */
function offsetAt({ moves, seed }: SandboxMarket, knot: number): bigint {
  const drawn = createHash("sha256").update(`${seed}/${knot}`).digest().readUInt32BE();
  return (BigInt(drawn) % (2n * moves + 1n)) - moves;
}
