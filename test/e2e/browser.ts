import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { type ReadyBrowser, unpackBrowser } from "./bundled-browser.ts";

/** Where the systems keep a browser for which the package has none. */
const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser to look with: `SANU_BROWSER`, the one of the lock file, or the machine's own. */
async function findBrowser(): Promise<ReadyBrowser> {
  const named = process.env["SANU_BROWSER"];
  if (named !== undefined && named !== "") return { executablePath: named, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return unpackBrowser();
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath !== undefined) return { executablePath, env: {} };
  throw new Error("No browser here: install Chromium, or name one in SANU_BROWSER");
}

const browserLimits = {
  /** What a browser that works needs for its first page, many times over. */
  firstPageMs: 15_000,
  startsMax: 3,
  pagesMax: 3,
} as const;

/**
 * Starts a browser without a window. The sandbox of its own needs rights that test machines do not give. Chromium sometimes hangs at
 * its first page, for which Playwright has no time-out; then it is started anew.
 */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
  for (let starts = 1; ; starts += 1) {
    const launched = { executablePath, args, headless: true, env: { ...process.env, ...env } };
    const browser = await chromium.launch(launched);
    if (await opensPage(browser)) return browser;
    void browser.close();
    if (starts === browserLimits.startsMax) throw new Error("The browser opens no page");
  }
}

async function opensPage(browser: Browser): Promise<boolean> {
  const page = await readyPage(browser);
  await page?.close();
  return page !== undefined;
}

/** A page that answers; `undefined` where it hangs. */
function readyPage(of: Browser | BrowserContext): Promise<Page | undefined> {
  const opened = of.newPage().then(async (page) => {
    await page.goto("about:blank");
    await page.evaluate("1");
    return page;
  });
  return Promise.race([opened, wait(browserLimits.firstPageMs, undefined, { ref: false })]);
}

export const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1_280, height: 800 },
} as const;

/**
 * A page of one screen's size whose console and network are heard: what goes wrong there is in `troubles`. One that hangs
 * is opened anew: others of the same browser work beside it.
 */
export async function openPage(
  browser: Browser,
  screen: keyof typeof screens,
): Promise<{ readonly page: Page; readonly troubles: string[] }> {
  const page = await openOfScreen(browser, screen);
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  return { page, troubles };
}

async function openOfScreen(browser: Browser, screen: keyof typeof screens): Promise<Page> {
  for (let pages = 1; pages <= browserLimits.pagesMax; pages += 1) {
    const context = await browser.newContext({
      viewport: screens[screen],
      ignoreHTTPSErrors: true,
      locale: "fr-FR",
      ...(screen === "phone" ? { deviceScaleFactor: 2, hasTouch: true, isMobile: true } : {}),
    });
    const page = await readyPage(context);
    if (page !== undefined) return page;
  }
  throw new Error("The browser opens no page of that screen");
}
