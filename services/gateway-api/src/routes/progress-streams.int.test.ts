import { FindApiKey, FindProgress, ListProgress, type ProgressView } from "@sanu/contracts";
import { type AccountId, instant, newId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import {
  type CollectedStream,
  collectEvents,
  eventually,
  startTcpProxy,
  testNatsUrl,
} from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { isReady, startGateway } from "../gateway.fixture.ts";
import { streamLimits } from "../limits.ts";
import { progressOf } from "../replies.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const pageToken = "0123456789abcdefABCD_-";
const pending = progressOf("PENDING", 1);
const { transactionId: id } = pending;
const streams: CollectedStream[] = [];

const test = await startGateway({ signer });
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.leave()));
  test.reset();
});
afterAll(() => test.stop());

/** What transactions answers from now on, without telling anybody. */
const be = (progress: ProgressView) => {
  test.reply(FindProgress, () => ({ progress }));
  test.reply(ListProgress, () => ({ progress: [progress] }));
};
const change = (progress: ProgressView) => {
  be(progress);
  test.publishChange(progress.transactionId);
};
const openEvents = async (path: string, headers: Record<string, string> = {}, on = test) => {
  const stream = await collectEvents(`${on.gateway.url()}${path}`, headers);
  streams.push(stream);
  return stream;
};
const asUser = (claims: Record<string, unknown> = {}) => ({
  authorization: `Bearer ${signer.token(claims)}`,
});
const follow = (claims: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  openEvents(`/api/v1/transactions/${id}/events`, { ...asUser(claims), ...headers });
/** By the key of a service's account, which identity finds. */
const followByKey = (accountId: AccountId, letter: string) => {
  const key = `sanu_0123456789ab_${letter.repeat(43)}`;
  const expiresAt = instant("2099-01-01T00:00:00.000000Z");
  const scopes = ["followTransaction" as const];
  const found = { keyId: newId(), accountId, scopes, requestsPerMinute: 600, expiresAt };
  test.reply(FindApiKey, () => ({ found }));
  return openEvents(`/api/v1/transactions/${id}/events`, { authorization: `Bearer ${key}` });
};
const followPage = () => openEvents(`/pay/${pageToken}/events`);
const statuses = ({ events }: CollectedStream) => events.map(({ data }) => data["status"]);
const shown = (stream: CollectedStream, count: number) =>
  eventually(`${count} events came`, () => stream.events.length >= count);

describe("the stream of a transaction", () => {
  it("begins with the present state, tells each change once, and ends behind the last state", async () => {
    be(pending);
    const stream = await follow();
    await shown(stream, 1);
    change(progressOf("PROCESSING", 2));
    test.publishChange(id);
    await shown(stream, 2);
    change(progressOf("COMPLETED", 3));
    await eventually("the stream ended", stream.hasEnded);

    expect([stream.status, stream.headers["content-type"]]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    expect(stream.headers["cache-control"]).toBe("no-store");
    expect(stream.asides[0]).toMatch(/^retry: \d{4}$/);
    expect(stream.events[0]).toEqual({
      id: "1",
      name: "progress",
      data: {
        id,
        status: "PENDING",
        progress: { payment_status: "PENDING", payout_status: "PENDING" },
        payment_url: pending.paymentUrl,
        payout_reference: null,
        completed_at: null,
      },
    });
    expect(statuses(stream)).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
  });

  it("gives a client that comes back the present state, and 204 when it knows the last one", async () => {
    be(progressOf("PROCESSING", 2));
    const again = await follow({}, { "last-event-id": "2" });
    await shown(again, 1);
    expect(statuses(again)).toEqual(["PROCESSING"]);

    be(progressOf("FAILED", 3));
    const missed = await follow({}, { "last-event-id": "2" });
    await eventually("the stream ended", missed.hasEnded);
    expect(statuses(missed)).toEqual(["FAILED"]);
    expect((await follow({}, { "last-event-id": "3" })).status).toBe(204);
  });

  it("is its owner's: for everybody else it is not found, like one that does not exist", async () => {
    test.reply(FindProgress, () => refuse("not-found"));
    const sub = newId();
    const stream = await follow({ sub });

    expect(stream.status).toBe(404);
    expect(test.requests[0]?.data).toEqual({
      of: { kind: "owner", accountId: sub, transactionId: id },
    });
  });

  it("asks one question for all who follow, however many they are", async () => {
    be(pending);
    const all = await Promise.all(Array.from({ length: 5 }, () => follow({ sub: newId() })));
    await Promise.all(all.map((stream) => shown(stream, 1)));
    test.requests.length = 0;
    change(progressOf("PROCESSING", 2));
    await Promise.all(all.map((stream) => shown(stream, 2)));

    // The slow look may fall into the same moment.
    expect(test.requests.length).toBeLessThanOrEqual(2);
    expect(new Set(test.requests.map(({ name }) => name))).toEqual(new Set(["list-progress"]));
  });

  it("does without the news: a slow look finds what nobody told", async () => {
    be(pending);
    const stream = await follow();
    await shown(stream, 1);
    be(progressOf("PROCESSING", 2));

    await shown(stream, 2);
    expect(statuses(stream)).toEqual(["PENDING", "PROCESSING"]);
  });

  it("stays open while transactions cannot be asked, and goes on when they can", async () => {
    be(pending);
    const stream = await follow();
    await shown(stream, 1);
    test.fail(ListProgress);
    test.publishChange(id);
    await eventually("it was asked", () =>
      test.requests.some(({ name }) => name === "list-progress"),
    );
    expect(stream.hasEnded()).toBe(false);
    change(progressOf("COMPLETED", 2));

    await eventually("the stream ended", stream.hasEnded);
    expect(statuses(stream)).toEqual(["PENDING", "COMPLETED"]);
  });

  it("does not begin while transactions cannot be asked: 503, to be tried again", async () => {
    test.fail(FindProgress);
    const stream = await follow();

    expect([stream.status, stream.headers["retry-after"]]).toEqual([503, "1"]);
  });

  it("ends when its transaction is known no more", async () => {
    be(pending);
    const stream = await follow();
    await shown(stream, 1);
    test.reply(ListProgress, () => ({ progress: [] }));
    test.publishChange(id);

    await eventually("the stream ended", stream.hasEnded);
  });

  it("ends when its token is revoked, long before the token does, and tells nothing more", async () => {
    be(pending);
    const session = newId();
    const [stream, other] = [await follow({ sid: session }), await follow()];
    await shown(stream, 1);
    test.revoke(session);

    await eventually("the stream ended", stream.hasEnded);
    change(progressOf("PROCESSING", 2));
    await shown(other, 2);
    expect(statuses(stream)).toEqual(["PENDING"]);
    expect(other.hasEnded()).toBe(false);
  });

  it("of a service's key ends with the word about its account, at once, and of no other account's", async () => {
    be(pending);
    const [ours, theirs] = [newId<"AccountId">(), newId<"AccountId">()];
    const [stream, other] = [await followByKey(ours, "a"), await followByKey(theirs, "b")];
    await Promise.all([shown(stream, 1), shown(other, 1)]);
    test.revoke(ours);

    await eventually("the stream ended", stream.hasEnded);
    change(progressOf("PROCESSING", 2));
    await shown(other, 2);
    expect(statuses(stream)).toEqual(["PENDING"]);
    expect(other.hasEnded()).toBe(false);
  });

  it("ends with its token", async () => {
    be(pending);
    const stream = await follow({ exp: Math.floor(Date.now() / 1_000) + 2 });

    await eventually("the stream ended", stream.hasEnded);
  });

  it("is open a few times for one user at most, and a place is free when a client went away", async () => {
    be(pending);
    const sub = newId();
    const { user } = streamLimits.perOwnerMax;
    const open = await Promise.all(Array.from({ length: user }, () => follow({ sub })));
    const refused = await follow({ sub });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
    expect((await follow({ sub: newId() })).status).toBe(200);
    await open[0]?.leave();

    await eventually("there is a place", async () => (await follow({ sub })).status === 200);
  });

  it("is told nothing while nobody knows what was revoked, and the newest state afterwards", async () => {
    const silent = await startGateway({ signer });
    silent.reply(FindProgress, () => ({ progress: pending }));
    silent.reply(ListProgress, () => ({ progress: [pending] }));
    const path = `/api/v1/transactions/${id}/events`;
    const stream = await openEvents(path, asUser(), silent);
    await shown(stream, 1);
    silent.silence();
    await eventually("the silence is noticed", async () => {
      silent.requests.length = 0;
      await silent.api.call("GET", "/api/v1/auth/me", { headers: asUser() });
      return silent.requests.some(({ name }) => name === "check-session");
    });
    silent.reply(ListProgress, () => ({ progress: [progressOf("PROCESSING", 2)] }));
    silent.publishChange(id);
    await eventually("it was asked", () =>
      silent.requests.some(({ name }) => name === "list-progress"),
    );
    await silent.api.call("GET", "/openapi.json");
    expect(statuses(stream)).toEqual(["PENDING"]);

    silent.revoke(newId());
    await shown(stream, 2);
    expect(statuses(stream)).toEqual(["PENDING", "PROCESSING"]);
    await silent.stop();
  });
});

describe("the stream of a payment page", () => {
  const isGoingOn = { is_going_back: false, is_being_checked: false, is_being_cancelled: false };

  it("tells the state and the way to the provider, and nothing about anybody", async () => {
    be(pending);
    const stream = await followPage();
    await shown(stream, 1);
    change({ ...progressOf("PENDING", 2), providerUrl: "https://pay.example/1" });
    await shown(stream, 2);
    change(progressOf("FAILED", 3));
    await eventually("the stream ended", stream.hasEnded);

    expect(stream.headers["referrer-policy"]).toBe("no-referrer");
    expect(stream.events.map(({ data }) => data)).toEqual([
      { ...isGoingOn, status: "PENDING", state: "preparing", provider_url: null },
      { ...isGoingOn, status: "PENDING", state: "payable", provider_url: "https://pay.example/1" },
      { ...isGoingOn, status: "FAILED", state: "failed", provider_url: null },
    ]);
    expect(test.requests[0]?.data).toEqual({ of: { kind: "page", token: pageToken } });
  });

  it("leads nowhere behind the end of its order, whatever happens then", async () => {
    const expiresAt = "2026-11-21T07:15:00.000000Z";
    be({ ...pending, expiresAt, providerUrl: "https://pay.example/1", hasInvoice: true });
    const stream = await followPage();
    change(progressOf("FAILED", 2));
    await eventually("the stream ended", stream.hasEnded);
    expect(stream.events.map(({ data }) => data)).toEqual([
      { ...isGoingOn, status: "PENDING", state: "preparing", provider_url: null },
      { ...isGoingOn, status: "FAILED", state: "failed", provider_url: null },
    ]);
  });

  it("is not found for an unknown, ended or misshapen token", async () => {
    test.reply(FindProgress, () => refuse("not-found"));

    expect((await followPage()).status).toBe(404);
    expect((await openEvents("/pay/short/events")).status).toBe(404);
  });

  it("is open a few times at most for one page", async () => {
    be(pending);
    const { page } = streamLimits.perOwnerMax;
    const open = await Promise.all(Array.from({ length: page }, followPage));

    expect(open.map(({ status }) => status)).toEqual(Array(page).fill(200));
    expect((await followPage()).status).toBe(429);
  });
});

describe("a gateway that NATS is taken away from", () => {
  it("keeps its streams open, and tells what changed meanwhile once it is back", async () => {
    const nats = new URL(testNatsUrl());
    const wire = await startTcpProxy({ host: nats.hostname, port: Number(nats.port) });
    nats.host = `${wire.host}:${wire.port}`;
    const cutOff = await startGateway({ signer, env: { NATS_URL: nats.href } });
    try {
      cutOff.reply(FindProgress, () => ({ progress: pending }));
      cutOff.reply(ListProgress, () => ({ progress: [pending] }));
      const user = await openEvents(`/api/v1/transactions/${id}/events`, asUser(), cutOff);
      const page = await openEvents(`/pay/${pageToken}/events`, {}, cutOff);
      await Promise.all([shown(user, 1), shown(page, 1)]);

      wire.setWire({ kind: "cut" });
      await eventually("the gateway knows", async () => !(await isReady(cutOff.gateway)));
      const completed = progressOf("COMPLETED", 3);
      cutOff.reply(ListProgress, () => ({ progress: [completed] }));
      // Core NATS keeps nothing: the gateway never hears of this.
      cutOff.publishChange(id);
      expect([user.hasEnded(), page.hasEnded()]).toEqual([false, false]);

      wire.setWire({ kind: "clear" });
      await eventually("both ended", () => user.hasEnded() && page.hasEnded());
      expect(statuses(user)).toEqual(["PENDING", "COMPLETED"]);
      expect(statuses(page)).toEqual(["PENDING", "COMPLETED"]);
    } finally {
      await cutOff.stop();
      await wire.close();
    }
  });
});

describe("a gateway that stops", () => {
  it("ends its streams at once and is gone", async () => {
    const stopping = await startGateway({ signer });
    stopping.reply(FindProgress, () => ({ progress: pending }));
    stopping.reply(ListProgress, () => ({ progress: [pending] }));
    const stream = await openEvents(`/pay/${pageToken}/events`, {}, stopping);
    await shown(stream, 1);
    await stopping.stop();

    await eventually("the end is read", stream.hasEnded);
    expect(stopping.lines.join("")).not.toContain("a part did not stop");
  });
});
