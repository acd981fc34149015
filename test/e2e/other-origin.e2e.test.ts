import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readCode } from "@sanu/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openPage } from "./browser.ts";
import { payInvoice, shownInvoice } from "./sell.ts";
import { type Pages, servePages } from "./serve-pages.ts";
import { startSharedSanu } from "./start-world.ts";

const root = new URL("../../", import.meta.url);
const bundler = fileURLToPath(new URL("packages/client/bin/bundle.mjs", root));
const scripts = {
  "/with-client.mjs": new URL("./pages/with-client.mjs", import.meta.url),
  "/with-bare-fetch.mjs": new URL("./pages/with-bare-fetch.mjs", import.meta.url),
  "/sanu-client.js": new URL("packages/client/dist/sanu-client.js", root),
};
/** More than a story needs, and soon used up. */
const settings = { SALES: "open", REQUESTS_PER_USER_AND_MINUTE: "30" };

const world = await startSharedSanu({ settings });

interface Sold {
  readonly id: string;
  readonly paymentUrl: string;
  readonly invoice: string | null;
}

describe("a page of another origin", () => {
  let browser: Browser;
  let pages: Pages;

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [bundler]);
    pages = await servePages(scripts);
    browser = await openBrowser();
  });
  afterEach(() => world.expectBooksToBalance());
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
  });

  it.each([
    ["the client", "/with-client", { shown: "10,000\u00a0XOF", btc: "0.00016339" }],
    ["bare fetch", "/with-bare-fetch", { shown: "10000 XOF", btc: "16339 SATS" }],
  ])("registers, logs in, buys, sells and follows with %s", async (_, path, amounts) => {
    const { page, troubles } = await openPage(browser, "phone");
    await page.goto(`${pages.origin}${path}?api=${encodeURIComponent(world.publicUrl)}`);
    await page.waitForFunction("'story' in globalThis");
    expect(new URL(page.url()).origin).not.toBe(world.publicUrl);

    const person = {
      name: "Awa Dossou",
      email: `page${path.replaceAll("/", "-")}@example.org`,
      password: "a long password",
    };
    const userId = await doStep<string>(page, "register", person);
    await doStep(page, "verify", userId, await readCode(world.mail, person.email));
    expect(await doStep(page, "logIn", person)).toBe(person.email);

    const bought = await doStep<{ id: string; isReplayed: boolean }>(page, "buy", 10_000);
    expect(bought.isReplayed).toBe(true);
    expect((await doStep<string[]>(page, "follow", bought.id)).at(-1)).toBe("COMPLETED");
    expect(await doStep(page, "read", bought.id)).toEqual(amounts);

    const sold = await doStep<Sold>(page, "sell", 10_000);
    const followed = doStep<string[]>(page, "follow", sold.id);
    await page.waitForFunction("story.isFollowing");
    expect(
      await payInvoice(world, sold.invoice ?? (await shownInvoice(world, sold.paymentUrl))),
    ).toBe(204);
    const seen = await followed;
    expect([seen[0], seen.at(-1)]).toEqual(["PENDING", "COMPLETED"]);

    expect(await doStep(page, "headers")).toEqual({
      limit: expect.stringMatching(/^"user";r=\d+;t=\d+$/),
      policy: '"user";q=30;w=60',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(troubles).toEqual([]);
    const refused = await doStep<{ code: string; retryAfterMs: number }>(page, "useUp");
    expect(refused.code).toBe("too-many-requests");
    expect(refused.retryAfterMs).toBeGreaterThanOrEqual(1_000);
    await page.close();
  });
});

/** Has the page do a step of its story, and returns what came of it. */
function doStep<Result>(page: Page, step: string, ...given: readonly unknown[]): Promise<Result> {
  const list = given.map((each) => JSON.stringify(each)).join(", ");
  return page.evaluate<Result>(`story.${step}(${list})`);
}
