import { readFileSync } from "node:fs";
import { join } from "node:path";
import { adminUrl, testNatsUrl } from "@sanu/testing";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLoad, type Load } from "../faults/load.ts";
import type { Order } from "../faults/outcomes.ts";
import { readLog } from "../faults/read-logs.ts";
import { serviceNames } from "../faults/service-names.ts";
import { type FaultSystem, startFaultSystem } from "../faults/system.ts";
import { readReleases } from "./read-releases.ts";
import { currentCommit, takeRelease } from "./take-release.ts";

const limits = { takeMs: 300_000, completedMs: 20_000 } as const;

const changelog = readFileSync(join(import.meta.dirname, "..", "..", "CHANGELOG.md"), "utf8");
const [release] = readReleases(changelog);
const title =
  release === undefined ? "the checked-out commit (no release is named yet)" : release.version;

const orders: readonly Order[] = [
  { payer: "pays at once", receiver: "settles at once" },
  { seller: "pays at once", wallet: "takes XOF at once", place: "gets sats back at once" },
];

type Program = "cli" | "gateway-api" | "identity" | "transactions" | "payments" | "payouts";

interface Running {
  readonly system: FaultSystem;
  readonly load: Load;
}

let folder: string;
let system: FaultSystem | undefined;

/** What a service says that meets a schema it does not know; it may well finish in spite of it, by another way. */
const misfit = /does not exist|null value in column|is of type|parked/;

/** The system with some programs of the release and the others of today, all with today's settings; `cli` migrates. */
async function start(ofRelease: (name: Program | "sandbox") => boolean): Promise<Running> {
  system = await startFaultSystem({
    databaseUrl: adminUrl(),
    natsUrl: testNatsUrl(),
    cloneOf: (name) => (ofRelease(name) ? folder : undefined),
  });
  return { system, load: createLoad(system) };
}

async function expectToComplete({ system: running, load }: Running): Promise<void> {
  const person = await load.signUp();
  const deals = orders.map((order) => load.begin(person, order));
  await Promise.all(
    deals.map(async (deal) => {
      await load.create(deal);
      await load.waitFor(deal, "COMPLETED", limits.completedMs);
    }),
  );
  const troubles = serviceNames.flatMap((name) =>
    readLog(running, name)
      .filter(({ isTrouble, text }) => isTrouble && misfit.test(text))
      .map(({ text }) => `${name}: ${text}`),
  );
  expect(troubles).toEqual([]);
}

/** Tries deploy/runbooks/upgrade.md. */
describe(`beside ${title}`, () => {
  beforeAll(async () => {
    folder = await takeRelease(release?.commit ?? (await currentCommit()));
  }, limits.takeMs);

  afterEach(async () => {
    await system?.stop();
    system = undefined;
  });

  it("its services buy and sell on today's schema", async () => {
    await expectToComplete(await start((name) => name !== "cli"));
  });

  it("today's services buy and sell on its schema", async () => {
    await expectToComplete(await start((name) => name === "cli"));
  });

  it("its services and today's work together while one after the other is replaced", async () => {
    const old: readonly string[] = ["payments", "payouts"];
    await expectToComplete(await start((name) => old.includes(name)));
  });

  it("is not found where the clone does not hold it", async () => {
    await expect(takeRelease("0".repeat(40))).rejects.toThrow("git fetch --unshallow");
  });
});
