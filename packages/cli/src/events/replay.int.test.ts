import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FloatReported, jsonText } from "@sanu/contracts";
import { connectNats } from "@sanu/platform";
import { type MadeFact, makeStream, publishFacts, testNamespace, testNatsUrl } from "@sanu/testing";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addEvents } from "../commands/events.ts";
import { sayingOf } from "../sayings.fixture.ts";
import { publicFormOf, tradeOf } from "./trades.fixture.ts";

const trades = Array.from({ length: 24 }, (_none, number) => tradeOf(number));
const folder = mkdtempSync(join(tmpdir(), "sanu-replay-"));
const namespace = testNamespace();

const factsOfTransactions: readonly MadeFact[] = trades
  .flatMap(({ transactionId, events }) =>
    events.flatMap((event, index) => {
      const fact = publicFormOf(event);
      const { paidAt, createdAt } = event as { paidAt?: string; createdAt?: string };
      const time = paidAt ?? createdAt ?? "";
      return fact === undefined ? [] : [madeOf(transactionId, fact, { time, index })];
    }),
  )
  .toSorted((one, other) => (one.time < other.time ? -1 : 1));

function madeOf(
  aggregateId: string,
  { type, dataText }: { readonly type: string; readonly dataText: string },
  at: { readonly time: string; readonly index: number },
): MadeFact {
  const ending = /"(?:completedAt|failedAt|requestedAt)":"([^"]+)"/.exec(dataText)?.[1];
  const time = at.time === "" ? (ending ?? "") : at.time;
  const id = `${aggregateId.slice(0, -1)}${at.index}`;
  const causes = { correlationId: "order", causationId: "order", traceparent: "" };
  return { id, type, aggregateId, time, position: "1.1.1", ...causes, data: Buffer.from(dataText) };
}

function floatReport(observedAt: string, amountXof: string): MadeFact {
  const data = {
    rail: "disbursement",
    account: "sandbox/disbursement",
    channels: null,
    available: { currency: "XOF", amountXof },
    observedAt,
  };
  const text = jsonText(FloatReported.schema.parse(data));
  const fact = { type: FloatReported.type, dataText: text };
  return madeOf("00000000-0000-7000-8000-00000000f000", fact, { time: observedAt, index: 0 });
}

beforeAll(async () => {
  const messaging = await connectNats({ url: testNatsUrl(), name: "test", namespace });
  await makeStream(messaging, "transactions");
  await makeStream(messaging, "payouts");
  await publishFacts(messaging, factsOfTransactions);
  await publishFacts(messaging, [
    floatReport("2026-01-01T10:00:00.000000Z", "900000"),
    floatReport("2026-01-01T23:00:00.000000Z", "850000"),
    ...trades.flatMap(({ payouts }) => payouts),
    floatReport("2026-01-02T12:00:00.000000Z", "700000"),
  ]);
  await messaging.close();
  Object.assign(process.env, { NATS_URL: testNatsUrl(), NATS_NAMESPACE: namespace });
});

afterAll(() => {
  for (const name of ["NATS_URL", "NATS_NAMESPACE"]) Reflect.deleteProperty(process.env, name);
  rmSync(folder, { recursive: true, force: true });
});

async function replay(fold: string, ...args: string[]): Promise<unknown> {
  const program = new Command("sanu").exitOverride();
  addEvents(program);
  const all = ["events", "replay", "--fold", fold, ...args];
  const said = await sayingOf(() => program.parseAsync(all, { from: "user" }));
  return said.startsWith("{") || said.startsWith("[") ? JSON.parse(said) : said;
}

it("shows what each float could pay out at the end of each day, and until a moment", async () => {
  const account = "disbursement sandbox/disbursement";
  expect(await replay("float-over-time")).toEqual({
    accounts: { [account]: { "2026-01-01": "850000", "2026-01-02": "700000" } },
  });
  expect(await replay("float-over-time", "--until", "2026-01-01T12:00:00Z")).toEqual({
    accounts: { [account]: { "2026-01-01": "900000" } },
  });
});

it("shows by operator how many orders were paid and completed", async () => {
  const steps = (operator: string, ordered: number, paid: number, completed: number) => ({
    operator,
    ordered,
    paid,
    completed,
    completedPercent: Math.round((completed * 100) / ordered),
  });
  expect(await replay("conversion-by-operator")).toEqual([
    steps("MOOV", 8, 6, 6),
    steps("MTN_OPEN", 8, 6, 4),
    steps("WAVE", 8, 8, 4),
  ]);
});

it("shows how long it takes from an order to its settlement", async () => {
  expect(await replay("order-to-settlement")).toEqual({
    settled: 14,
    p50Ms: 44_440,
    p95Ms: 52_217,
    maxMs: 57_772,
  });
});

it("runs a file of a person's own and writes its state, and says what a file lacks", async () => {
  const own = join(folder, "count.ts");
  const out = join(folder, "state.json");
  writeFileSync(
    own,
    `export const initial: bigint = 0n;
     export function evolve(sum: bigint, fact: { name: string; data: { amountXof: bigint } }): bigint {
       return fact.name === "TransactionPaid" ? sum + fact.data.amountXof : sum;
     }`,
  );
  expect(await replay(own, "--out", out)).toBe("");
  const due = trades
    .flatMap(({ events }) => events)
    .filter(({ type }) => type === "TransactionPaid")
    .reduce(
      (sum, event) => sum + BigInt((event as unknown as { amountXof: string }).amountXof),
      0n,
    );
  expect(JSON.parse(readFileSync(out, "utf8"))).toBe(`${due}`);

  writeFileSync(join(folder, "empty.ts"), "export const initial = 0;");
  expect(await replay(join(folder, "empty.ts"))).toContain("is not exported as a function");
  expect(await replay(join(folder, "nowhere.ts"))).toContain("There is no fold");
});
