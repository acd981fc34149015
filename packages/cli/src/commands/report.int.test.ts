import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishingServices } from "@sanu/contracts";
import { connectNats } from "@sanu/platform";
import { knownSet, makeStream, publishFacts, testNamespace, testNatsUrl } from "@sanu/testing";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { questionNames } from "../events/sql/questions.ts";
import { sayingOf } from "../sayings.fixture.ts";
import { addEvents } from "./events.ts";
import { addReport } from "./report.ts";

const folder = mkdtempSync(join(tmpdir(), "sanu-report-command-"));
/** Where the command keeps what it exports for one report. */
const scratch = join(folder, "scratch");
const { TMPDIR: before } = process.env;

beforeAll(async () => {
  mkdirSync(scratch);
  const namespace = testNamespace();
  const messaging = await connectNats({ url: testNatsUrl(), name: "test", namespace });
  const { facts } = knownSet();
  for (const service of publishingServices) {
    await makeStream(messaging, service);
    await publishFacts(messaging, facts[service]);
  }
  await messaging.close();
  const system = { NATS_URL: testNatsUrl(), NATS_NAMESPACE: namespace, TMPDIR: scratch };
  Object.assign(process.env, system);
});

afterAll(() => {
  for (const name of ["NATS_URL", "NATS_NAMESPACE", "TMPDIR"]) {
    Reflect.deleteProperty(process.env, name);
  }
  if (before !== undefined) process.env["TMPDIR"] = before;
  rmSync(folder, { recursive: true, force: true });
});

function sanu(...args: string[]): Promise<string> {
  const program = new Command("sanu").exitOverride();
  addEvents(program);
  addReport(program);
  return sayingOf(() => program.parseAsync(args, { from: "user" }));
}

const period = ["--from", "2026-01-01", "--to", "2026-02-28"];
/** A process counts its drawings in the names of their styles. */
const drawingNames = /\bzr\d+-[a-z]+-?\d+/g;
const pageOf = (name: string) =>
  readFileSync(join(folder, name), "utf8").replaceAll(drawingNames, "drawn");
const report = (out: string, ...args: string[]) =>
  sanu("report", ...period, "--out", join(folder, out), ...args);

it("answers the ten questions over the streams, and keeps nothing of its export", async () => {
  expect(await report("streams.html")).toBe(`${join(folder, "streams.html")}\n`);
  const page = pageOf("streams.html");
  for (const name of questionNames) expect(page).toContain(`data-question="${name}"`);
  expect(page).not.toContain("<script");
  expect(readdirSync(scratch)).toEqual([]);
});

it("makes the same page of an export, which it leaves as it is", async () => {
  const out = join(folder, "facts");
  await sanu("events", "export", "--out", out, "--format", "parquet");
  await report("export.html", "--export", out);
  expect(pageOf("export.html")).toBe(pageOf("streams.html"));
  expect(existsSync(join(out, "manifest.json"))).toBe(true);
});

it("writes no page of a period or an export that is none, and says why", async () => {
  const lines = join(folder, "lines");
  await sanu("events", "export", "--out", lines, "--stream", "IDENTITY");
  const none = (...args: string[]) => report("none.html", ...args);
  expect(await none("--export", lines)).toContain("make one with --format parquet");
  expect(await none("--from", "2026-03-01")).toContain("is behind --to 2026-02-28");
  expect(await none("--to", "2026-02-30")).toContain("2026-02-30 is no day");
  expect(await none("--from", "2999-01-01", "--to", "2999-01-31")).toContain(
    "--from 2999-01-01 lies ahead; today is",
  );
  expect(await none("--export", lines, "--to", "2999-01-31")).toContain(
    "--to 2999-01-31 lies ahead",
  );
  expect(existsSync(join(folder, "none.html"))).toBe(false);
});

it("says with which day its facts end, and that a period which goes on behind it is not in it whole", async () => {
  const { facts } = knownSet();
  const last = publishingServices
    .flatMap((service) => facts[service].map(({ time }) => time))
    .toSorted()
    .at(-1)
    ?.slice(0, 10);
  const isPart = `The period is not whole: it goes on behind ${last}, with which these facts end.`;
  const [from, to] = ["2026-01-01", "2026-01-31"];
  await report("whole.html", "--from", from, "--to", to);
  expect(
    pageOf("whole.html").includes(`facts, the last of ${last} in UTC, which name nobody`),
  ).toBe(true);
  expect(pageOf("whole.html").includes(isPart)).toBe(false);

  await report("begun.html");
  expect(pageOf("begun.html").includes(isPart)).toBe(true);
});

it("leaves nothing of its export where it is stopped", async () => {
  const listening = process.listenerCount("SIGINT");
  const said = report("stopped.html");
  await vi.waitFor(() => expect(readdirSync(scratch)).toHaveLength(1));
  process.emit("SIGINT");

  expect(await said).toContain("It was stopped");
  expect(readdirSync(scratch)).toEqual([]);
  expect(existsSync(join(folder, "stopped.html"))).toBe(false);
  expect(process.listenerCount("SIGINT")).toBe(listening);
});
