import { attemptLimits } from "@sanu/attempts";
import { announcedSeed, fairNowMs, isLongRun, randomFrom } from "@sanu/testing";
import { expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createKiller, type Kill, nameOf } from "./kill.ts";
import { carryOutKills, planKills } from "./kill-plan.ts";
import { createLoad } from "./load.ts";
import { orderTimelines } from "./order-timeline.ts";
import { startPacedLoad } from "./paced-load.ts";
import { startSharedSystem } from "./shared-system.ts";

const limits = {
  killsOfEach: isLongRun() ? 200 : 2,
  /** Somebody can meet one death after another: only a wish that outlives them all was forgotten. */
  patienceMs: 120_000,
  /** The short run leaves the processor to those who start again. */
  dealsPerSecond: isLongRun() ? 20 : 12,
  /** More would only knock at doors that are shut, and take the time that the next process needs to start. */
  inFlightMax: isLongRun() ? 50 : 30,
  /** Services that are dead or about to be at the same moment. */
  atOnce: 2,
  /** A window that closed before the kill fell is killed in once more. */
  triesMax: 24,
  /** A minute; and where a provider takes the repetition of a call that died in silence, too, one more of the slowest status checks. */
  finalWithinMs: 60_000 + attemptLimits.statusCheckMostMs,
  testMs: isLongRun() ? 2_400_000 : 480_000,
} as const;

const system = await startSharedSystem();

/** Tries deploy/runbooks/service-down.md. */
it("loses nothing and pays nothing twice while every service is killed again and again", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("these kills");
  const load = createLoad(system, limits);
  const killer = createKiller(system, load);
  const paced = await startPacedLoad(load, {
    random: randomFrom(seed + 1),
    perSecond: limits.dealsPerSecond,
    inFlightMax: limits.inFlightMax,
  });
  const hits = new Map<string, number>();
  const killUntilHit = async (kill: Kill): Promise<void> => {
    const name = nameOf(kill);
    for (let tries = 1; !(await killer.kill(kill)); tries += 1) {
      if (tries === limits.triesMax) throw new Error(`Never hit: ${name}`);
      hits.set(`${name}, missed`, (hits.get(`${name}, missed`) ?? 0) + 1);
    }
    hits.set(name, (hits.get(name) ?? 0) + 1);
  };

  const startedAtMs = fairNowMs();
  const kills = planKills(limits.killsOfEach, randomFrom(seed));
  await carryOutKills(kills, limits.atOnce, killUntilHit).finally(() =>
    console.info(killer.story.join("\n")),
  );
  const lastKillAtMs = fairNowMs();
  await paced.stop();
  const leftMs = limits.finalWithinMs - (fairNowMs() - lastKillAtMs);
  const last = await awaitFinal(system, load, leftMs);
  const finalMs = fairNowMs() - lastKillAtMs;

  const seconds = (lastKillAtMs - startedAtMs) / 1_000;
  console.info(
    [
      `${kills.length} kills in ${seconds.toFixed(0)} s, final ${finalMs.toFixed(0)} ms after the last`,
      `${load.deals.length} deals, ${paced.skipped()} moments without one`,
      `answers: ${JSON.stringify(Object.fromEntries(load.journal.statuses))}`,
      "the last to end:",
      ...last,
      ...(await orderTimelines(system, load, last)),
      ...[...hits].map(([name, times]) => `  ${name}: ${times}`).toSorted(),
    ].join("\n"),
  );
  await load.repeatAll();
  expect(await findFaults(system, load)).toEqual([]);
});
