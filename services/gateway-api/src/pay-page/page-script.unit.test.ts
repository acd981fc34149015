import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./page-style.ts";

interface Part {
  readonly dataset: { when?: string; state?: string };
  hidden: boolean;
}

interface Said {
  readonly data: string;
}

/** The stream of events as a browser knows it; a test says what it hears. */
function createStreams() {
  const opened: EventSource[] = [];
  class EventSource {
    readonly url: string;
    readyState = 1;
    receive: (event: Said) => void = () => undefined;
    fail: () => void = () => undefined;
    constructor(url: string) {
      this.url = url;
      opened.push(this);
    }
    addEventListener(name: string, listen: (event?: Said) => void) {
      if (name === "progress") this.receive = listen;
      else this.fail = listen;
    }
    refuse() {
      this.readyState = 2;
      this.fail();
    }
    say(state: string, url: string | null = null) {
      this.receive({ data: JSON.stringify({ status: "PENDING", state, provider_url: url }) });
    }
    close() {
      this.readyState = 2;
    }
  }
  return { opened, EventSource };
}

/** Just enough of a browser: the parts of the page that the script touches, and a clock that a test turns. */
function openPage(state: string, streams?: ReturnType<typeof createStreams>, endsInMs?: string) {
  const states = [
    "preparing",
    "payable",
    "ended",
    "cancelling",
    "processing",
    "checking",
    "returning",
    "completed",
    "failed",
  ];
  const parts: Part[] = states.map((when) => ({ dataset: { when }, hidden: when !== state }));
  const until: Part = { dataset: {}, hidden: true };
  const main = { dataset: { state, ...(endsInMs === undefined ? {} : { endsInMs }) } };
  const pay = { href: "" };
  const time = { dateTime: "2026-11-21T07:15:00.000000Z", textContent: "" };
  const found: Record<string, unknown> = { main, "a.pay": pay, time };
  const visited: string[] = [];
  const requests: string[] = [];
  const timers: { run: () => Promise<void>; ms: number }[] = [];
  let response = { status: 200, body: {} as object };
  let now = Date.parse("2026-11-21T07:00:00Z");
  const browser = {
    ...(streams === undefined ? {} : { EventSource: streams.EventSource }),
    Date: class extends Date {
      static override now = () => now;
    },
    document: {
      documentElement: { lang: "fr" },
      hidden: false,
      querySelector: (selector: string) => found[selector],
      querySelectorAll: (selector: string) => (selector === ".until" ? [until] : parts),
    },
    location: {
      pathname: "/pay/token",
      assign: (url: string) => visited.push(url),
      reload: () => visited.push("reload"),
    },
    fetch: async (url: string) => {
      requests.push(url);
      const { status, body } = response;
      return { status, ok: status === 200, json: async () => body };
    },
    setTimeout: (run: () => Promise<void>, ms: number) => timers.push({ run, ms }),
  };
  runInContext(pageScript, createContext(browser));
  return {
    main,
    parts,
    pay,
    time,
    until,
    visited,
    requests,
    timers,
    document: browser.document,
    visible: () => parts.filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.when),
    later: (ms: number) => {
      now += ms;
    },
    next: async (status: number, body: object = {}) => {
      response = { status, body };
      await timers.shift()?.run();
    },
  };
}

describe("the script of the payment page", () => {
  it("follows the state until it is final, and then asks no more", async () => {
    const page = openPage("payable");

    await page.next(200, { state: "processing", provider_url: null });
    expect(page.visible()).toEqual(["processing"]);
    // Who has paid need not be told until when to pay.
    expect(page.until.hidden).toBe(true);
    await page.next(200, { state: "completed", provider_url: null });

    expect(page.visible()).toEqual(["completed"]);
    expect(page.until.hidden).toBe(true);
    expect(page.requests).toEqual(["/pay/token/status", "/pay/token/status"]);
    expect(page.timers).toEqual([]);
  });

  it("shows what stands for several states in each of them, and in no other", async () => {
    const page = openPage("processing");
    page.parts.push({ dataset: { when: "processing returning" }, hidden: false });
    await page.next(200, { state: "processing", provider_url: null, is_going_back: true });
    expect(page.visible()).toEqual(["returning", "processing returning"]);
    await page.next(200, { state: "failed", provider_url: null });
    expect(page.visible()).toEqual(["failed"]);
  });

  it("says that money goes back when its payout has failed meanwhile, and follows it to its end", async () => {
    const page = openPage("processing");
    await page.next(200, { state: "processing", provider_url: null, is_going_back: true });
    expect(page.visible()).toEqual(["returning"]);
    await page.next(200, { state: "failed", provider_url: null, is_going_back: false });
    expect(page.visible()).toEqual(["failed"]);
    expect(page.timers).toEqual([]);
  });

  it("says that a cancellation waits for its answer, offers nothing meanwhile, and says when the time is over", async () => {
    const page = openPage("payable", undefined, "600000");
    // The second of its timers is for the end.
    page.timers.pop();
    await page.next(200, { state: "payable", provider_url: "https://pay.example/1" });
    const cancelling = { state: "preparing", provider_url: null, is_being_cancelled: true };
    await page.next(200, cancelling);
    expect(page.visible()).toEqual(["cancelling"]);
    expect([page.pay.href, page.until.hidden]).toEqual(["", true]);
    page.later(600_000);
    await page.next(200, cancelling);
    expect(page.visible()).toEqual(["ended"]);
    await page.next(200, { state: "processing", provider_url: null });
    expect(page.visible()).toEqual(["processing"]);
  });

  it("says that the staff looks while it does, and that money goes back where that is so as well", async () => {
    const page = openPage("processing");
    await page.next(200, { state: "processing", provider_url: null, is_being_checked: true });
    expect(page.visible()).toEqual(["checking"]);
    const both = { is_being_checked: true, is_going_back: true };
    await page.next(200, { state: "processing", provider_url: null, ...both });
    expect(page.visible()).toEqual(["returning"]);
    await page.next(200, { state: "processing", provider_url: null });
    expect(page.visible()).toEqual(["processing"]);
  });

  it("goes to the provider's page when the link becomes known while somebody waits", async () => {
    const page = openPage("preparing");

    await page.next(200, { state: "payable", provider_url: "https://pay.example/1" });

    expect(page.visited).toEqual(["https://pay.example/1"]);
    expect(page.pay.href).toBe("https://pay.example/1");
    expect(page.visible()).toEqual(["payable"]);
  });

  it("fetches the page again when an invoice becomes known while somebody waits", () => {
    const streams = createStreams();
    const page = openPage("preparing", streams);
    streams.opened[0]?.say("payable");
    expect(page.visited).toEqual(["reload"]);
  });

  it("stays where it is when the link was there from the start", async () => {
    const page = openPage("payable");

    await page.next(200, { state: "payable", provider_url: "https://pay.example/1" });

    expect(page.visited).toEqual([]);
  });

  it("waits longer after trouble, and goes on", async () => {
    const page = openPage("payable");

    await page.next(503);

    expect(page.visible()).toEqual(["payable"]);
    expect(page.timers.map(({ ms }) => ms)).toEqual([5_000]);
  });

  it("does not ask while nobody looks", async () => {
    const page = openPage("payable");
    page.document.hidden = true;

    await page.next(200);

    expect(page.requests).toEqual([]);
    expect(page.timers.map(({ ms }) => ms)).toEqual([2_000]);
  });

  it("hears each change where it can, asks seldom meanwhile, and closes behind the last state", async () => {
    const streams = createStreams();
    const page = openPage("preparing", streams);
    const [firstStream] = streams.opened;
    expect(firstStream?.url).toBe("/pay/token/events");
    firstStream?.say("payable", "https://pay.example/1");
    firstStream?.say("payable", "https://pay.example/1");
    expect(page.visited).toEqual(["https://pay.example/1"]);

    await page.next(200, { state: "payable", provider_url: "https://pay.example/1" });
    expect(page.timers.map(({ ms }) => ms)).toEqual([15_000]);
    firstStream?.say("processing");
    expect(page.visible()).toEqual(["processing"]);
    firstStream?.say("completed");
    expect(page.visible()).toEqual(["completed"]);
    expect([firstStream?.readyState, streams.opened.length]).toEqual([2, 1]);
  });

  it("asks as before where the stream was refused, and listens again after a while", async () => {
    const streams = createStreams();
    const page = openPage("payable", streams);
    const [refused] = streams.opened;
    refused?.refuse();

    await page.next(200, { state: "payable", provider_url: null });
    page.later(31_000);
    await page.next(200, { state: "payable", provider_url: null });

    expect(page.timers.map(({ ms }) => ms)).toEqual([2_000]);
    expect(streams.opened).toHaveLength(2);
  });

  it("offers nothing to pay behind the end, whatever comes then, and still hears of the money", async () => {
    const streams = createStreams();
    const page = openPage("payable", streams, "60000");
    page.later(59_999);
    await page.timers.at(-1)?.run();
    expect(page.visible()).toEqual(["payable"]);
    page.later(1);
    await page.timers.at(-1)?.run();
    expect(page.visible()).toEqual(["ended"]);
    streams.opened[0]?.say("payable", "https://pay.example/1");
    expect([page.visible(), page.pay.href, page.visited]).toEqual([["ended"], "", []]);
    streams.opened[0]?.say("processing");
    expect(page.visible()).toEqual(["processing"]);
  });

  it("shows the page of an ended link when the link ends", async () => {
    const page = openPage("payable");

    await page.next(404);

    expect(page.visited).toEqual(["reload"]);
    expect(page.timers).toEqual([]);
  });

  it("asks nothing of a final state, and says until when to pay otherwise", () => {
    expect(openPage("failed").timers).toEqual([]);
    const page = openPage("payable");
    expect(page.until.hidden).toBe(false);
    expect(page.time.textContent).toMatch(/^\d{2}:15$/);
  });
});

/** The contrast of two colours, as WCAG 2 defines it. */
function contrastOf(one: string, other: string): number {
  const luminance = (colour: string) => {
    const digits = colour.length === 4 ? colour.replaceAll(/[0-9a-f]/g, "$&$&") : colour;
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe("the style of the payment page", () => {
  const palettes = [...pageStyle.matchAll(/:root \{[^}]*--ink[^}]*\}/g)].map(([rule]) =>
    Object.fromEntries(
      [...rule.matchAll(/--(\w+): (#\w+)/g)].map(([, name, value]) => [name, value]),
    ),
  );

  it.each(["light", "dark"])("can be read on a phone in the sun: %s", (scheme) => {
    const palette = palettes[scheme === "light" ? 0 : 1] ?? {};
    for (const [text, ground] of [
      ["ink", "card"],
      ["soft", "card"],
      ["gold", "paper"],
      ["paper", "gold"],
    ] as const) {
      const contrast = contrastOf(palette[text] ?? "", palette[ground] ?? "");
      expect(contrast, `${text} on ${ground}`).toBeGreaterThan(4.5);
    }
    expect(pageStyle).toMatch(/a\.pay \{[^}]*background: var\(--gold\);\s+color: var\(--paper\)/);
  });
});
