import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { eventually, type Person, type World } from "@sanu/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openPage } from "./browser.ts";
import { buy, createdOf, detailOf, numberEndingIn } from "./buy.ts";
import { sell } from "./sell.ts";
import { startSanu } from "./start-world.ts";

/** Longer than any wait of the page, so that what arrives sooner was heard and not asked for. */
const shownWithinMs = 12_000;
const pictures = process.env["SANU_SCREENSHOTS"];

/** Keeps a picture for whoever wants to look: `SANU_SCREENSHOTS` names the folder. */
async function savePicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

const visible = (page: Page) => page.locator("section:not([hidden])");
const stateOf = (page: Page) => page.locator("main").getAttribute("data-state");
const shows = (page: Page, state: string) =>
  page.waitForSelector(`main[data-state="${state}"]`, { timeout: shownWithinMs });
/** A mark that a reload would take away. */
const mark = (page: Page) => page.evaluate('window.marked = "yes"');
const isMarked = (page: Page) => page.evaluate('window.marked === "yes"');

describe("the payment page in a browser", () => {
  let world: World;
  let browser: Browser;
  let person: Person;

  beforeAll(async () => {
    browser = await openBrowser();
    world = await startSanu({ settings: { LINK_WAIT_MS: "0", SALES: "open" } });
    person = await world.signUp();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  /** An order whose page can be paid. */
  const ordered = async () => {
    const created = createdOf(await buy(world, person, { number: numberEndingIn("001") }));
    const provider = await eventually("the link is known", async () => {
      const { payment_url: url } = await detailOf(world, person, created.id);
      return url !== created.payment_url && url;
    });
    return { ...created, provider };
  };
  const openOrder = async (screen: "phone" | "desktop") => {
    const order = await ordered();
    const { page, troubles } = await openPage(browser, screen);
    await page.goto(order.payment_url);
    await mark(page);
    return { order, page, troubles };
  };
  const decide = async (provider: string, form: "approve" | "decline") => {
    const { page } = await openPage(browser, "phone");
    await page.goto(provider);
    await page.click(`form[action$="/${form}"] button`);
    await page.close();
  };

  it("shows on a phone what to pay, and that it is done, without a reload", async () => {
    const { order, page, troubles } = await openOrder("phone");

    expect(await stateOf(page)).toBe("payable");
    expect(await page.locator("a.pay").getAttribute("href")).toBe(order.provider);
    expect(await visible(page).locator("h1").innerText()).toBe("En attente de votre paiement");
    const text = await page.locator("main").innerText();
    expect(text).toContain(order.reference);
    expect(text).not.toContain("ok@sandbox.sanu");
    // What happens when the time is over stands there before it is.
    expect(text).toContain("Ce qui arrive trop tard vous est rendu.");
    // Nothing sticks out at the side of a small screen.
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await savePicture(page, "buy-payable-phone");

    await decide(order.provider, "approve");
    await shows(page, "completed");
    expect(await visible(page).locator("h1").innerText()).toBe("Terminé");
    expect(await page.locator("a.pay").isVisible()).toBe(false);
    expect([await isMarked(page), troubles]).toEqual([true, []]);
    await savePicture(page, "buy-completed-phone");
  });

  it("says on a desktop that a declined payment was not completed, without a reload", async () => {
    const { order, page, troubles } = await openOrder("desktop");
    await savePicture(page, "buy-payable-desktop");
    await decide(order.provider, "decline");
    await shows(page, "failed");

    expect(await visible(page).locator("h1").innerText()).toBe("Non abouti");
    expect([await isMarked(page), troubles]).toEqual([true, []]);
    await savePicture(page, "buy-failed-desktop");
  });

  it("says that a payment nobody made has ended, without a reload", async () => {
    const { order, page, troubles } = await openOrder("phone");
    const payment = world.sandbox.payments.findByToken(order.provider.split("/").at(-1) ?? "");
    if (payment === undefined) throw new Error("The provider does not know its own page");
    world.sandbox.gateway.fail(payment, "expired");
    await shows(page, "failed");

    expect(await visible(page).locator("h1").innerText()).toBe("Non abouti");
    expect([await isMarked(page), troubles]).toEqual([true, []]);
    await savePicture(page, "buy-expired-phone");
  });

  it("goes to the provider when the link comes while somebody waits", async () => {
    const created = createdOf(await buy(world, person, { number: numberEndingIn("001") }));
    const { page } = await openPage(browser, "phone");
    await page.goto(created.payment_url);
    if ((await stateOf(page)) === "payable") await page.click("a.pay");

    await page.waitForURL((url) => url.href.startsWith(world.sandbox.url));
    expect(await page.locator('form[action$="/approve"]').count()).toBe(1);
    await savePicture(page, "provider-phone");
  });

  const openSale = async (screen: "phone" | "desktop", before?: string) => {
    const { payment_url: url } = createdOf(
      await sell(world, person, { number: numberEndingIn("001") }),
    );
    const { page, troubles } = await openPage(browser, screen);
    if (before !== undefined) await page.addInitScript(before);
    await page.goto(url);
    return { page, troubles };
  };

  it("marks the invoice where no clipboard may be written, and says what to do", async () => {
    const refusing = `Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;`;
    const { page, troubles } = await openSale("desktop", refusing);
    await page.waitForSelector(".invoice code", { timeout: shownWithinMs });
    const invoice = await page.locator(".invoice code").innerText();
    await page.click("button.copy");
    await page.waitForSelector('.copied:text("Facture sélectionnée")');

    expect(await page.evaluate("String(getSelection())")).toBe(invoice);
    expect(troubles).toEqual([]);
    await savePicture(page, "sell-selected-desktop");
  });

  it("shows the invoice of a sale, and that its sats came, without a reload", async () => {
    const { page, troubles } = await openSale("phone");
    // Who waits for the invoice gets it by itself.
    await page.waitForSelector(".invoice code", { timeout: shownWithinMs });
    await mark(page);
    expect(await stateOf(page)).toBe("payable");
    expect(await page.locator(".invoice svg").isVisible()).toBe(true);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await savePicture(page, "sell-payable-phone");

    const invoice = await page.locator(".invoice code").innerText();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("button.copy");
    await page.waitForSelector('.copied:text("Facture copiée")');
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(invoice);
    await savePicture(page, "sell-copied-phone");
    const paid = await fetch(`${world.sandbox.url}/control/invoice-payments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ invoice }),
    });
    expect(paid.status).toBe(204);
    await shows(page, "completed");
    expect(await page.locator(".invoice").isVisible()).toBe(false);
    expect([await isMarked(page), troubles]).toEqual([true, []]);
    await savePicture(page, "sell-completed-phone");
  });
});
