import { announcedSeed, isLongRun, randomFrom } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { findStreamDifferences, readStreams } from "./checks/find-stream-differences.ts";
import { readEventLogs } from "./checks/read-event-logs.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad } from "./load.ts";
import { everyOrder, everyOutcome } from "./outcomes.ts";
import { startPacedLoad } from "./paced-load.ts";
import { type PlantedFault, plantedFaults } from "./planted-faults.fixture.ts";
import { startSharedSystem } from "./shared-system.ts";

const limits = {
  deals: 45,
  requestMsMax: 10_000,
  plantedAtOnce: isLongRun() ? 1 : 6,
  testMs: 120_000,
} as const;

const system = await startSharedSystem();
const load = createLoad(system);

it("ends every purchase and every sale of a mixed load as its two sides say, without any fault", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("this load");
  const pace = { random: randomFrom(seed), dealsMax: limits.deals };
  const paced = await startPacedLoad(load, pace);
  const [person] = load.people;
  if (person === undefined) throw new Error("Nobody was signed up");
  // The load draws by chance; these make sure that everything that can be met was met.
  const met = everyOrder(everyOutcome).map((order) => load.create(load.begin(person, order)));
  await Promise.all([paced.ended, ...met]);

  await awaitFinal(system, load);
  await load.repeatAll();
  expect(await findFaults(system, load)).toEqual([]);
  expect([...load.journal.statuses.keys()].toSorted()).toEqual(["200", "201"]);
  expect(paced.skipped()).toBe(0);
  expect(load.journal.longestMs()).toBeLessThan(limits.requestMsMax);
});

describe("a stream that is not its log", () => {
  it("is told, whether a fact is missing, doubled, out of its place or another", async () => {
    const logs = await readEventLogs(system);
    const streams = await readStreams(system.messaging);
    const [first, second, ...others] = streams.payments;
    if (first === undefined || second === undefined) throw new Error("The stream is empty");
    const tampered = [
      [second, ...others],
      [first, first, second, ...others],
      [second, first, ...others],
      [{ ...first, data: first.data.replace("{", "{ ") }, second, ...others],
      [...streams.payments, { ...first, id: "stranger" }],
    ];

    expect(findStreamDifferences(logs, streams)).toEqual([]);
    for (const payments of tampered) {
      const found = findStreamDifferences(logs, { ...streams, payments });
      expect(found).toEqual([expect.stringMatching(/^payments has \d+ facts in its log and/)]);
    }
  });
});

describe("the checker", () => {
  let found = "";

  it.each(batches(plantedFaults))("tells $what", async ({ faults }) => {
    const before = found;
    for (const { plant } of faults) await plant({ system, load });
    found = (await findFaults(system, load)).join("\n");

    const words = faults.map(({ finding }) => finding);
    expect(words.filter((finding) => before.includes(finding))).toEqual([]);
    expect(words.filter((finding) => !found.includes(finding))).toEqual([]);
  });
});

/** The checker reads everything each time; the long run lets it do so for every fault by itself. */
function batches(planted: readonly PlantedFault[]) {
  return Array.from({ length: Math.ceil(planted.length / limits.plantedAtOnce) }, (_, index) => {
    const first = index * limits.plantedAtOnce;
    const faults = planted.slice(first, first + limits.plantedAtOnce);
    return { what: faults.map(({ what }) => what).join("; "), faults };
  });
}
