import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectNats, type Messaging } from "@sanu/platform";
import {
  eventually,
  makeStream,
  publishFacts,
  purchaseFacts,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { addEvents } from "../commands/events.ts";
import { readManifest } from "./export/manifest.ts";
import { hashesIn } from "./export-folder.fixture.ts";

const facts = [...purchaseFacts(60, 2)];
const folder = mkdtempSync(join(tmpdir(), "sanu-follow-"));
const namespace = testNamespace();
let messaging: Messaging;

beforeAll(async () => {
  messaging = await connectNats({ url: testNatsUrl(), name: "test", namespace });
  await makeStream(messaging, "transactions");
  await publishFacts(messaging, facts.slice(0, 20));
  Object.assign(process.env, { NATS_URL: testNatsUrl(), NATS_NAMESPACE: namespace });
});

afterAll(async () => {
  for (const name of ["NATS_URL", "NATS_NAMESPACE"]) Reflect.deleteProperty(process.env, name);
  await messaging?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A command as an analyst runs it, until she stops it. */
function begin(...args: string[]) {
  const program = new Command("sanu").exitOverride();
  addEvents(program);
  const said: string[] = [];
  const written = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said.push(typeof text === "string" ? text : Buffer.from(text).toString());
    return true;
  });
  const all = ["events", ...args, "--stream", "TRANSACTIONS"];
  const ended = program.parseAsync(all, { from: "user" }).finally(() => written.mockRestore());
  ended.catch(() => undefined);
  return {
    lines: () => said.join("").split("\n").slice(0, -1),
    ended,
    stop: (signal: "SIGINT" | "SIGTERM") => {
      process.emit(signal);
      return ended;
    },
  };
}

const exportTo = (out: string, ...args: string[]) =>
  begin("export", "--out", join(folder, out), "--block-facts", "25", ...args);

const exported = (out: string) =>
  (readManifest(join(folder, out)).streams["TRANSACTIONS"]?.blocks ?? [])
    .flatMap(({ files }) => files)
    .reduce((sum, file) => sum + file.facts, 0);

it("an export that follows adds what comes, and ends in order with the bytes of one in one go", async () => {
  const { stop } = exportTo("followed", "--follow");
  await eventually("it has what there was", () => exported("followed") === 20);
  await publishFacts(messaging, facts.slice(20, 40));
  await eventually("it has what came", () => exported("followed") === 40);
  await stop("SIGTERM");

  await exportTo("whole").ended;
  expect(hashesIn(join(folder, "followed"))).toEqual(hashesIn(join(folder, "whole")));
});

it("a tail that follows shows the newest, then each that comes, once and in order", async () => {
  const { lines, stop } = begin("tail", "--last", "2", "--follow");
  const ids = () => lines().map((line) => (JSON.parse(line) as { id: string }).id);
  const idsOf = (from: number, to: number) => facts.slice(from, to).map(({ id }) => id);
  await eventually("it shows the newest", () => lines().length >= 2);
  expect(ids()).toEqual(idsOf(38, 40));
  await publishFacts(messaging, facts.slice(40));
  await eventually("it shows what came", () => lines().length >= 22);
  await stop("SIGINT");
  expect(ids()).toEqual(idsOf(38, 60));
});
