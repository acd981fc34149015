import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { exportEvents, makeReport, streamReader } from "@sanu/cli";
import { publishingServices } from "@sanu/contracts";
import { connectNats } from "@sanu/platform";
import { knownSet, makeStream, publishFacts, testNamespace, testNatsUrl } from "@sanu/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openPage, screens } from "./browser.ts";

const folder = mkdtempSync(join(tmpdir(), "sanu-report-"));
const file = join(folder, "report.html");
const pictures = process.env["SANU_SCREENSHOTS"];
const questions = 10;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  const namespace = testNamespace();
  const messaging = await connectNats({ url: testNatsUrl(), name: "test", namespace });
  const { facts } = knownSet();
  for (const service of publishingServices) {
    await makeStream(messaging, service);
    await publishFacts(messaging, facts[service]);
  }
  const readers = publishingServices.map((service) => streamReader(messaging, service));
  const encoding = { format: "parquet", compression: "zstd" } as const;
  await exportEvents({ folder: join(folder, "facts"), encoding, selection: {}, readers });
  await messaging.close();
  const period = { fromDay: "2026-01-01", toDay: "2026-02-28" };
  const of = { period, timeZone: "Africa/Porto-Novo" };
  writeFileSync(file, await makeReport(join(folder, "facts"), of));
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function savePicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** The exact values of a question's table, cell by cell. */
const cellsOf = (page: Page, question: string): Promise<string[][]> =>
  page.evaluate(
    `[...document.querySelectorAll('table[data-question="${question}"] tbody tr')].map((row) => [...row.querySelectorAll("data")].map((cell) => cell.value))`,
  );

/** How many marks of charts can be seen, each of them with a size. */
const marksOf = (page: Page): Promise<number> =>
  page.evaluate(
    `[...document.querySelectorAll("path[ecmeta_ssr_type=chart]")].filter((mark) => mark.getBoundingClientRect().width > 0).length`,
  );

const shownCharts = (page: Page): Promise<number> =>
  page.evaluate(
    `[...document.querySelectorAll("svg")].filter((chart) => chart.getBoundingClientRect().width > 0).length`,
  );

describe.each(["desktop", "phone"] as const)("the report on a %s", (screen) => {
  it.each(["light", "dark"] as const)(
    "shows charts and tables in the %s, asks the network nothing and reports no error",
    async (colorScheme) => {
      const { page, troubles } = await openPage(browser, screen);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.emulateMedia({ colorScheme });
      await page.goto(pathToFileURL(file).href);
      await savePicture(page, `report-${screen}-${colorScheme}`);

      expect(await page.locator("section").count()).toBe(questions);
      expect(await page.locator("table").count()).toBe(questions);
      expect(await shownCharts(page)).toBe(await page.locator("figure").count());
      expect(await marksOf(page)).toBeGreaterThan(60);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect(width).toBeLessThanOrEqual(screens[screen].width);
      expect(asked).toEqual([pathToFileURL(file).href]);
      expect(troubles).toEqual([]);
      await page.context().close();
    },
  );
});

it("has in its tables what the questions answer", async () => {
  const { page } = await openPage(browser, "desktop");
  await page.goto(pathToFileURL(file).href);
  expect(await cellsOf(page, "retention")).toEqual([
    ["2026-01", "2026-01", "3", "3", "100"],
    ["2026-01", "2026-02", "3", "2", "66"],
    ["2026-02", "2026-02", "3", "3", "100"],
  ]);
  expect((await cellsOf(page, "books")).at(-2)).toEqual([
    "2026-03-01 00:00:00",
    "XOF",
    "89450",
    "0",
    "0",
    "-10000",
    "-89991",
    "550",
    "-9",
    "0",
    "10000",
  ]);
  const days = await cellsOf(page, "volume-by-day");
  expect(days).toHaveLength(17);
  // What a mark says is what its row says.
  const title = await page.locator(".wide path[ecmeta_ssr_type=chart] title").first().textContent();
  expect(title).toBe("2026-01-05: BUY_BITCOIN 30,000 XOF");
  await page.context().close();
});

it("is black on white on paper, with every row", async () => {
  const { page } = await openPage(browser, "desktop");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(pathToFileURL(file).href);
  await savePicture(page, "report-print");
  const style = await page.evaluate<string[]>(
    `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".rows")).maxHeight, getComputedStyle(document.querySelector("nav")).display]`,
  );
  expect(style).toEqual(["rgb(255, 255, 255)", "none", "none"]);
  await page.context().close();
});
