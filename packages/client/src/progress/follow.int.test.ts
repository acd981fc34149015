import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ApiServer,
  answer,
  breakOff,
  refuse,
  startApiServer,
  stream,
} from "../api-server.fixture.ts";
import { createClient, memorySession } from "../index.ts";

let server: ApiServer;

beforeEach(async () => {
  server = await startApiServer();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const events = "GET /transactions/t1/events";
const retry = "retry: 30\n\n";
const state = (id: number, status: string) =>
  `id: ${id}\nevent: progress\ndata: ${JSON.stringify({ id: "t1", status })}\n\n`;
const lastIds = () => server.requestsOf(events).map(({ headers }) => headers["last-event-id"]);

async function statusesOf(
  options: { readonly signal?: AbortSignal } = {},
  seen: string[] = [],
): Promise<string[]> {
  const sanu = createClient({ baseUrl: server.url });
  for await (const { status } of sanu.follow("t1", options)) seen.push(status);
  return seen;
}

describe("following a transaction", () => {
  it("shows each state, and ends behind the last one", async () => {
    const all = [state(1, "PENDING"), ": still here\n\n", state(2, "PROCESSING")].join("");
    server.on(events, stream(`${retry}${all}${state(3, "COMPLETED")}`, "stays"));

    expect(await statusesOf()).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
    expect(server.requests[0]?.headers.accept).toBe("text/event-stream");
  });

  it.each(["ends", "breaks"] as const)(
    "goes on where it was when a stream %s, and shows nothing twice",
    async (ending) => {
      server.on(
        events,
        stream(`${retry}${state(1, "PENDING")}`, ending),
        stream(`${retry}${state(1, "PENDING")}${state(2, "PROCESSING")}`, ending),
        stream(`${retry}${state(2, "PROCESSING")}${state(3, "FAILED")}`, "ends"),
      );

      expect(await statusesOf()).toEqual(["PENDING", "PROCESSING", "FAILED"]);
      expect(lastIds()).toEqual([undefined, "1", "2"]);
    },
  );

  it("comes back when the stream says, and not before", async () => {
    const apart = `retry: 400\n\n${state(1, "PENDING")}`;
    server.on(events, stream(apart, "ends"), stream(state(2, "COMPLETED"), "ends"));

    await statusesOf();

    const [first, second] = server.requests;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(390);
  });

  it("outlives refusals in passing, broken connections and half an event", async () => {
    server.on(
      events,
      stream(`${retry}${state(1, "PENDING")}id: 2\nevent: progress\ndata: {"id":`, "breaks"),
      refuse(503, "service-unavailable", { "retry-after": "1" }),
      breakOff,
      refuse(429, "too-many-requests", { "retry-after": "1" }),
      stream(state(2, "COMPLETED"), "ends"),
    );

    expect(await statusesOf()).toEqual(["PENDING", "COMPLETED"]);
    expect(lastIds()).toEqual([undefined, "1", "1", "1", "1"]);
  });

  it("takes a stream for broken that is silent for too long", async () => {
    server.on(
      events,
      stream(`${retry}${state(1, "PENDING")}`, "stays"),
      stream(state(2, "COMPLETED"), "ends"),
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const soFar: string[] = [];
    const seen = statusesOf({}, soFar);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while (soFar.length === 0) await turn();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_500);
    while (server.requests.length === 1) {
      await vi.advanceTimersByTimeAsync(100);
      await turn();
    }

    expect(await seen).toEqual(["PENDING", "COMPLETED"]);
    expect(lastIds()).toEqual([undefined, "1"]);
  });

  it("is over when the last state is known already", async () => {
    server.on(events, (response) => void response.writeHead(204).end());

    expect(await statusesOf()).toEqual([]);
  });

  it("throws what waiting does not mend", async () => {
    server.on(events, refuse(404, "not-found"));

    await expect(statusesOf()).rejects.toMatchObject({ code: "not-found" });
    expect(server.requests).toHaveLength(1);
  });

  it("renews a token that ends meanwhile", async () => {
    const session = memorySession();
    await session.save({ token: "old", expiresAtMs: Date.now() + 3_600_000 });
    server.on("POST /auth/refresh", answer({ data: { token: "new", expires_in: 3_600 } }));
    server.on(
      events,
      stream(`${retry}${state(1, "PENDING")}`, "ends"),
      refuse(401, "unauthenticated"),
      stream(state(2, "COMPLETED"), "ends"),
    );
    const sanu = createClient({ baseUrl: server.url, session });
    const seen: string[] = [];
    for await (const { status } of sanu.follow("t1")) seen.push(status);

    expect(seen).toEqual(["PENDING", "COMPLETED"]);
    const tokens = server.requestsOf(events).map(({ headers }) => headers.authorization);
    expect(tokens).toEqual(["Bearer old", "Bearer old", "Bearer new"]);
  });

  it("can be given up, and lets go of its connection", async () => {
    const giving = new AbortController();
    let isClosed = false;
    server.on(events, (response, got) => {
      response.once("close", () => {
        isClosed = true;
      });
      void stream(state(1, "PENDING"), "stays")(response, got);
      setTimeout(() => giving.abort(new Error("the page was left")), 50);
    });

    await expect(statusesOf({ signal: giving.signal })).rejects.toThrow("the page was left");
    await vi.waitFor(() => expect(isClosed).toBe(true), 30_000);
  });

  it("lets go of its connection when its reader stops", async () => {
    let isClosed = false;
    server.on(events, (response, got) => {
      response.once("close", () => {
        isClosed = true;
      });
      void stream(state(1, "PENDING"), "stays")(response, got);
    });
    for await (const { status } of createClient({ baseUrl: server.url }).follow("t1")) {
      expect(status).toBe("PENDING");
      break;
    }

    await vi.waitFor(() => expect(isClosed).toBe(true), 30_000);
  });
});
