import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@sanu/kernel";
import { simulatedProviders } from "@sanu/sandbox";
import { describe, expect, it } from "vitest";
import { createProviderHarness, type ProviderHarness } from "./provider-harness.fixture.ts";

const clone = join(import.meta.dirname, "../../../..");
const page = readFileSync(join(clone, "docs/rails.md"), "utf8");

/** The rows of a table of docs/rails.md, by provider. */
function tableOf(heading: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const part = page.split("\n## ").find((one) => one.startsWith(heading)) ?? "";
  const rows = part.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.map((line) => line.slice(2, -2).split(" | "));
  const [header = [], ...body] = cells;
  return new Map(
    header
      .slice(1)
      .map((name, at) => [
        name.toLowerCase().replace(/ v\d$/, "").replaceAll(" ", ""),
        new Map(body.map((row) => [row[0] ?? "", row[at + 1] ?? ""])),
      ]),
  );
}

const moneyIn = tableOf("Money in: `CollectionRail`");
const moneyOut = tableOf("Money out: `DisburseRail`");

function cellOf(table: typeof moneyIn, provider: string, row: string): string {
  const cell = table.get(provider)?.get(row);
  if (cell === undefined) throw new Error(`docs/rails.md says nothing of ${row} at ${provider}`);
  return cell;
}

async function withHarness(
  provider: (typeof simulatedProviders)[number],
  run: (harness: ProviderHarness) => Promise<void>,
): Promise<void> {
  const callbackUrl = "http://127.0.0.1:9/webhooks";
  const harness = await createProviderHarness(provider, { callbackUrl });
  try {
    await run(harness);
  } finally {
    await harness.close();
  }
}

const folder = join(clone, "packages/rails/src/mobile-money");
const sourcesOf = (provider: string) =>
  readdirSync(join(folder, provider))
    .filter((name) => !name.includes(".test."))
    .map((name) => ({ name, text: readFileSync(join(folder, provider, name), "utf8") }));

/** In which row each kind of a translation stands. What is refused for any other reason has no words of its own there. */
const rowsOfKinds = {
  in: {
    pending: "pending",
    completed: "completed",
    declined: "failed",
    cancelled: "failed",
    expired: "failed",
    "insufficient-funds": "failed",
  },
  out: {
    settled: "settled",
    "receiver-not-found": "failed, receiver-not-found",
    "receiver-wallet-full": "failed, receiver-wallet-full",
    "insufficient-float": "failed, insufficient-float",
    "channel-closed": "failed, channel-closed",
  },
} as const;

const entry = /^ {2}"?([A-Z0-9_]+|[a-z_]+)"?: "([a-z-]+)",$/gm;

/** `*_partially_refunded` stands for every word with this ending. */
function isNamedIn(cell: string, word: string): boolean {
  const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  return named.some(
    (text) => text === word || (text.startsWith("*") && word.endsWith(text.slice(1))),
  );
}

it("has a column for every connector", () => {
  for (const table of [moneyIn, moneyOut]) {
    expect([...table.keys()].toSorted()).toEqual([...simulatedProviders].toSorted());
  }
});

describe.concurrent.each(simulatedProviders)("the table of the rails says of %s", (provider) => {
  it("its rules as the connector has them", () =>
    withHarness(provider, async ({ server, collection: { rail }, disburse }) => {
      expect(cellOf(moneyIn, provider, "`retryRule`")).toContain(`\`${rail.retryRule}\``);
      expect(cellOf(moneyOut, provider, "`retryRule`")).toContain(`\`${disburse.rail.retryRule}\``);
      expect(cellOf(moneyIn, provider, "`cancel`").startsWith("null")).toBe(rail.cancel === null);
      expect(rail.reversibleForMs).toBe(0);
      expect(cellOf(moneyIn, provider, "`reversibleForMs`")).toMatch(/^(?:0,|the same)/);
      const life = "`promptLifeMs`, the longest that an order can be paid";
      const hours = /(\d+) h/.exec(cellOf(moneyIn, provider, life))?.[1];
      expect(Number(hours) * 3_600_000).toBe(rail.promptLifeMs);
      const isAskedByKey = !cellOf(moneyIn, provider, "`status` by key").startsWith("not possible");
      expect(isAskedByKey).toBe(server.definition.findsByKey ?? true);
    }));

  it("what its callbacks are worth", () =>
    withHarness(provider, async ({ server, collection: { rail, newOrder, pay } }) => {
      const order = newOrder();
      await rail.initiate(order);
      pay(order.key);
      const [paid] = server.book.withKey(order.key);
      const signed = paid && server.callbackOf(paid);
      const rawBody = Buffer.from(signed?.body ?? "");
      const headers = { "content-type": "application/json", ...signed?.headers() };
      const { kind } = rail.readCallback({ rawBody, headers }, systemClock.now());
      expect(cellOf(moneyIn, provider, "`readCallback`").startsWith(`${kind}:`)).toBe(true);
    }));

  it("every status and failure that its translation tells apart", () => {
    const translations = sourcesOf(provider).filter(({ name }) =>
      /^translate(?!-statement)/.test(name),
    );
    const missing = translations.flatMap(({ name, text }) => {
      const side = name === "translate.ts" ? "in" : "out";
      const rows: Readonly<Record<string, string>> = rowsOfKinds[side];
      return [...text.matchAll(entry)].flatMap(([, word = "", kind = ""]) => {
        const row = rows[kind];
        if (row === undefined) return [];
        const cell = cellOf(side === "in" ? moneyIn : moneyOut, provider, row);
        return isNamedIn(cell, word) ? [] : [`${name}: ${word} is ${kind}, and not in the row`];
      });
    });
    expect(translations.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});
