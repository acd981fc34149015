import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ApiServer,
  answer,
  breakOff,
  refuse,
  startApiServer,
  stream,
  type Turn,
} from "../api-server.fixture.ts";
import {
  createClient,
  memorySession,
  SanuProblem,
  SanuUnknownOutcome,
  type SessionStore,
} from "../index.ts";

let server: ApiServer;
let session: SessionStore;

beforeEach(async () => {
  server = await startApiServer();
  session = memorySession();
  server.on("POST /auth/login", (response, got) => {
    const { email } = JSON.parse(got.body);
    return answer({ data: { token: email, expires_in: 3_600, user: {} } })(response, got);
  });
  server.on("POST /auth/logout", answer({}));
});
afterEach(() => server.close());

const create = "POST /transactions/create";
const remaining = "GET /transactions/remaining";
const refresh = "POST /auth/refresh";
const events = "GET /transactions/t1/events";
const order = { amountXof: 5_000n, receiver: "ok@sandbox.sanu", number: "+2290190000789" };
const busy = refuse(503, "service-unavailable", { "retry-after": "0" });

/** A page of its own that shares what is stored with the others. */
const tab = () => createClient({ baseUrl: server.url, session });
const logIn = (email: string) => tab().logIn({ email, password: "long enough" });
const tokensOf = (operation: string) =>
  server.requestsOf(operation).map(({ headers }) => headers.authorization);
/** Does something, and then what another turn does. */
const behind =
  (first: () => Promise<unknown>, turn: Turn): Turn =>
  async (response, got) => {
    await first();
    await turn(response, got);
  };
const bLogsIn = async () => {
  await tab().logOut();
  await logIn("b");
};
/** Answers B, and nobody else. */
const onlyForB: Turn = (response, got) =>
  (got.headers.authorization === "Bearer b" ? answer({}) : refuse(401, "unauthenticated"))(
    response,
    got,
  );
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "it succeeded",
    (error: unknown) => error,
  );

describe("what one person began, while another logs in", () => {
  it.each([
    ["was refused in passing", busy],
    ["has no answer", breakOff],
  ])("is no order of the other where it %s, and may be done", async (_, turn) => {
    await logIn("a");
    server.on(create, behind(bLogsIn, turn), onlyForB);

    expect(await failureOf(tab().buy(order))).toBeInstanceOf(SanuUnknownOutcome);
    expect(tokensOf(create)).toEqual(["Bearer a", undefined]);
  });

  it("is unauthenticated where it cannot have been done", async () => {
    await logIn("a");
    const tooMany = refuse(429, "too-many-requests", { "retry-after": "0" });
    server.on(create, behind(bLogsIn, tooMany), onlyForB);
    server.on(
      remaining,
      behind(() => logIn("c"), busy),
      onlyForB,
    );

    expect(await failureOf(tab().buy(order))).toMatchObject({ code: "unauthenticated" });
    const read = tab().get("/transactions/remaining");
    expect(await failureOf(read)).toMatchObject({ code: "unauthenticated" });
    expect(tokensOf(remaining)).toEqual(["Bearer b", undefined]);
  });

  it("brings her nothing of the other where her token is refused", async () => {
    await logIn("a");
    server.on(remaining, behind(bLogsIn, refuse(401, "unauthenticated")), onlyForB);

    const read = tab().get("/transactions/remaining");
    expect(await failureOf(read)).toBeInstanceOf(SanuProblem);
    expect(tokensOf(remaining)).toEqual(["Bearer a"]);
    expect(tokensOf(refresh)).toEqual([]);
  });

  it("brings her nothing of the other where her token was being renewed", async () => {
    await session.save({ token: "a", expiresAtMs: Date.now() + 60_000, loginId: "of a" });
    const renewed = answer({ data: { token: "a2", expires_in: 3_600 } });
    server.on(
      refresh,
      behind(() => logIn("b"), renewed),
    );
    server.on(remaining, onlyForB);

    const read = tab().get("/transactions/remaining");
    expect(await failureOf(read)).toMatchObject({ code: "unauthenticated" });
    expect(await session.load()).toMatchObject({ token: "b" });
  });

  it("shows her no further page and no further state of the other", async () => {
    await logIn("a");
    const shown: unknown[] = [];
    server.on(
      "GET /transactions",
      behind(bLogsIn, answer({ meta: { next_cursor: "2" } })),
      onlyForB,
    );
    const pages = async () => {
      for await (const page of tab().pages("/transactions")) shown.push(page);
    };
    expect(await failureOf(pages())).toMatchObject({ code: "unauthenticated" });

    const pending = `retry: 30\n\nid: 1\ndata: ${JSON.stringify({ status: "PENDING" })}\n\n`;
    server.on(
      events,
      behind(() => logIn("c"), stream(pending, "ends")),
      refuse(401, "unauthenticated"),
    );
    const states = async () => {
      for await (const state of tab().follow("t1")) shown.push(state);
    };
    expect(await failureOf(states())).toMatchObject({ code: "unauthenticated" });
    expect(shown).toHaveLength(2);
    expect(tokensOf("GET /transactions")).toEqual(["Bearer a", undefined]);
    expect(tokensOf(events)).toEqual(["Bearer b", undefined]);
  });
});

describe("one log-in", () => {
  it("goes on with each renewal of its token, in whatever tab", async () => {
    await logIn("a");
    const { loginId } = (await session.load()) ?? {};
    const otherTabRenews = async () => {
      await session.save({ ...(await session.load()), expiresAtMs: Date.now() + 60_000 });
      await tab().get("/transactions/remaining");
    };
    server.on(refresh, answer({ data: { token: "a2", expires_in: 3_600 } }));
    server.on(remaining, answer({}));
    server.on(create, behind(otherTabRenews, busy), answer({ transaction: { id: "t1" } }, 201));
    await tab().buy(order);

    expect(tokensOf(create)).toEqual(["Bearer a", "Bearer a2"]);
    expect(await session.load()).toMatchObject({ token: "a2", loginId });
  });

  it("is not ended by the log-out of who was there before", async () => {
    await logIn("a");
    server.on(
      "POST /auth/logout",
      behind(() => logIn("b"), answer({})),
    );
    await tab().logOut();

    expect(await session.load()).toMatchObject({ token: "b" });
  });

  it("is renewed also while a renewal of the one before has no answer", async () => {
    await session.save({ token: "a", expiresAtMs: Date.now() + 60_000, loginId: "of a" });
    const sanu = tab();
    const bReads = async () => {
      await session.save({ token: "b", expiresAtMs: Date.now() + 60_000, loginId: "of b" });
      await sanu.get("/transactions/remaining");
    };
    const renewed = (token: string) => answer({ data: { token, expires_in: 3_600 } });
    server.on(refresh, behind(bReads, renewed("a2")), renewed("b2"));
    server.on(remaining, (response, got) =>
      (got.headers.authorization === undefined ? refuse(401, "unauthenticated") : answer({}))(
        response,
        got,
      ),
    );

    const read = sanu.get("/transactions/remaining");
    expect(await failureOf(read)).toMatchObject({ code: "unauthenticated" });
    expect(tokensOf(remaining)).toEqual(["Bearer b2", undefined]);
    expect(await session.load()).toMatchObject({ token: "b2" });
  });
});
