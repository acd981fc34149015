import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TraceSpan } from "./otlp-spans.ts";
import { startTraceView, type TraceView } from "./start-trace-view.ts";
import { durationText } from "./texts.ts";
import { createTraceStore } from "./trace-store.ts";
import { placeSpans } from "./trace-tree.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const root = "00f067aa0ba902b7";
const child = "00f067aa0ba902b8";

let view: TraceView;

beforeAll(async () => {
  view = await startTraceView();
});

afterAll(() => view.stop());

/** An export as the programs send it. */
function exported(name: string): object {
  const times = {
    startTimeUnixNano: "1763900000000000000",
    endTimeUnixNano: "1763900000250000000",
  };
  const spans = [
    { traceId, spanId: root, name, ...times, attributes: [] },
    { traceId, spanId: child, parentSpanId: root, name: "append", ...times, status: { code: 2 } },
  ];
  const attributes = [{ key: "service.name", value: { stringValue: "payments" } }];
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] };
}

function post(body: string, type = "application/json"): Promise<Response> {
  const headers = { "content-type": type };
  return fetch(`${view.url}/v1/traces`, { method: "POST", headers, body });
}

describe("the page of traces", () => {
  it("shows a trace with the service, the time and the text of each span, and nothing runs in it", async () => {
    expect((await post(JSON.stringify(exported("<script>alert(1)</script>")))).status).toBe(200);

    const page = await fetch(view.pageOf(traceId));
    const text = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).toContain("2 spans of 1 services in 250.0 ms");
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(text).not.toContain("<script");
    expect(text).toMatch(
      /class="bad">\s*<b[^>]*>payments<\/b>\s*<span[^>]*>250.0 ms<\/span> append/,
    );
    expect(await (await fetch(view.url)).text()).toContain(`/traces/${traceId}`);
  });

  it("does not exist for a trace that nobody sent", async () => {
    expect((await fetch(view.pageOf("f".repeat(32)))).status).toBe(404);
  });

  it.each(["evil.example", "127.0.0.1:1", "localhost"])(
    "is refused to a page that leads the name %s here",
    async (host) => {
      const status = await new Promise((resolve, reject) => {
        const asked = request(view.url, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.once("error", reject).end();
      });
      expect(status).toBe(421);
    },
  );
});

describe("what is sent to it", () => {
  it.each(["text/plain", "application/x-www-form-urlencoded"])(
    "is not read as %s, which any page could send",
    async (type) => {
      expect((await post(JSON.stringify(exported("a")), type)).status).toBe(415);
    },
  );

  it.each(["", "{", "[]", `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"x"}]}]}]}`])(
    "is refused where it is no export: %j",
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );
});

describe("what is kept of it", () => {
  const span = (number: number, more: Partial<TraceSpan> = {}): TraceSpan => ({
    traceId,
    spanId: String(number),
    parentId: undefined,
    service: "payments",
    name: "work",
    startUs: number,
    endUs: number + 1,
    isError: false,
    attributes: [],
    ...more,
  });

  it("is bounded: the oldest trace makes room, and of one trace the first spans stay", () => {
    const store = createTraceStore({ tracesMax: 2, spansMax: 3 });
    for (const trace of ["a", "b", "c"]) store.add([span(1, { traceId: trace })]);
    store.add([2, 3, 4, 5].map((number) => span(number, { traceId: "c" })));

    expect(store.list().map((each) => each.traceId)).toEqual(["c", "b"]);
    expect(store.find("c")).toMatchObject({ leftOut: 2 });
    expect(store.find("c")?.spans).toHaveLength(3);
  });

  it("stands behind what led to it, also where the parent is missing or names itself", () => {
    const spans = [
      span(4, { parentId: "1" }),
      span(2, { parentId: "1" }),
      span(3, { parentId: "2" }),
      span(1),
      span(9, { parentId: "gone" }),
    ];
    const placed = placeSpans(spans).map(({ span: { spanId }, depth }) => `${spanId}@${depth}`);

    expect(placed).toEqual(["1@0", "2@1", "3@2", "4@1", "9@0"]);
    expect(placeSpans([span(5, { parentId: "5" })])).toEqual([]);
  });
});

it.each([
  [420, "0.42 ms"],
  [12_340, "12.3 ms"],
  [1_250_000, "1.25 s"],
  [185_000_000, "3 min 5 s"],
])("%d microseconds are %s", (us, text) => {
  expect(durationText(us)).toBe(text);
});
