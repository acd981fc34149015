import { setTimeout as wait } from "node:timers/promises";
import { announcedSeed, fairNowMs, isLongRun, randomFrom } from "@sanu/testing";
import { expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad, type Load } from "./load.ts";
import { describeFault, drawFaults, findWire, type NetworkFault } from "./network-faults.ts";
import { startPacedLoad } from "./paced-load.ts";
import { startSharedSystem } from "./shared-system.ts";

const counts = isLongRun()
  ? { faults: 105, lastsMsMin: 1_000, lastsMsMax: 6_000, atOnce: 20 }
  : { faults: 15, lastsMsMin: 800, lastsMsMax: 2_000, atOnce: 3 };

const limits = {
  perSecond: isLongRun() ? 20 : 9,
  pauseMsMax: 500,
  /** No client's request may be without an end for longer. */
  requestMsMax: 10_000,
  testMs: isLongRun() ? 900_000 : 300_000,
} as const;

const system = await startSharedSystem({ wired: "all" });

it("loses and doubles nothing, and lets nobody hang, whatever the network does to any wire", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("these faults");
  const random = randomFrom(seed);
  const load = createLoad(system);
  const paced = await startPacedLoad(load, {
    random: randomFrom(seed),
    perSecond: limits.perSecond,
  });
  const faults = drawFaults({ random, ...counts });
  const underWay: Promise<void>[] = [];
  for (const [index, fault] of faults.entries()) {
    const ended = suffer(fault, load);
    // Some go on while the next ones begin.
    if (index % Math.ceil(faults.length / counts.atOnce) === 0) underWay.push(ended);
    else await ended;
    await wait(random() * limits.pauseMsMax);
  }
  await Promise.all(underWay);
  await paced.stop();
  const from = fairNowMs();
  await awaitFinal(system, load);
  console.info(`all is final ${Math.round(fairNowMs() - from)} ms after the last request`);

  await load.repeatAll();
  expect(await findFaults(system, load)).toEqual([]);
  const { journal } = load;
  console.info(
    `${load.deals.length} deals, longest request ${Math.round(journal.longestMs())} ms, ` +
      `answers ${JSON.stringify(Object.fromEntries(journal.statuses))}`,
  );
  expect(journal.longestMs()).toBeLessThan(limits.requestMsMax);
  expect(journal.statuses.get("none")).toBeUndefined();
  expect(journal.statuses.get("503")).toBeGreaterThan(0);
});

/** Lets a wire be broken for a while. */
async function suffer(fault: NetworkFault, load: Load): Promise<void> {
  const proxy = findWire(system.allWires, fault);
  const before = load.journal.requests.length;
  proxy.setWire(fault.wire);
  await wait(fault.lastsMs);
  proxy.setWire({ kind: "clear" });
  const during = load.journal.requests.slice(before);
  const later = during.filter(({ status }) => status === 503).length;
  const longest = Math.round(Math.max(0, ...during.map(({ tookMs }) => tookMs)));
  console.info(
    `${describeFault(fault)}; ${during.length} answers, ${later} "later", ${longest} ms`,
  );
}
