import {
  ClearLoginFailures,
  ConsumeQuota,
  type ReplyData,
  type RequestInput,
  ThrottledAction,
} from "@sanu/contracts";
import { deleteExpired, secret } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { startIdentity } from "../../identity.fixture.ts";
import { retentionRules } from "../../retention.ts";
import { createThrottle } from "./throttle.ts";
import { throttleLimits } from "./throttle-limits.ts";

const identity = await startIdentity();
const replica = await identity.startReplica();

afterAll(async () => {
  await replica.stop();
  await identity.stop();
});

describe("throttling", () => {
  let people = 0;

  type Actor = RequestInput<typeof ConsumeQuota>;
  const actor = (changes: Partial<Actor> = {}): Actor => {
    people += 1;
    return {
      action: "log-in",
      address: `192.0.2.${people}`,
      subject: `throttled${people}@example.org`,
      ...changes,
    };
  };
  const consume = async (of: Actor): Promise<ReplyData<typeof ConsumeQuota>> => {
    const result = await identity.request(ConsumeQuota, of);
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };
  const consumeMany = (of: Actor, count: number) =>
    Promise.all(Array.from({ length: count }, () => consume(of)));
  const isAllowed = (consumed: ReplyData<typeof ConsumeQuota>) =>
    consumed.retryAfterSeconds === null;
  const spend = async (of: Actor, count: number) => {
    for (let each = 0; each < count; each += 1) await consume(of);
  };

  const failuresOf = (action: ThrottledAction) => (action === "log-in" ? 10 : 20);
  const waitOf = (action: ThrottledAction) => (action === "log-in" ? 3_600 : 60);

  it.each(ThrottledAction.options)(
    "lets %s through so often a minute or hour, however many come at once to however many replicas",
    async (action) => {
      const who = actor({ action });
      const consumed = await consumeMany(who, 60);

      expect(consumed.filter(isAllowed)).toHaveLength(failuresOf(action));
      identity.clock.advanceMs(60_000);
      const waitSeconds = waitOf(action) - 60;
      if (waitSeconds > 0) {
        expect((await consume(who)).retryAfterSeconds).toBe(waitSeconds);
        identity.clock.advanceMs(waitSeconds * 1_000 - 1_000);
        expect((await consume(who)).retryAfterSeconds).toBe(1);
        identity.clock.advanceMs(1_000);
      }
      expect(isAllowed(await consume(who))).toBe(true);
    },
  );

  it("says to wait for the longest of the limits that are used up, and not for the first", async () => {
    const who = actor();
    const waits = [];
    for (let each = 0; each < 23; each += 1) waits.push((await consume(who)).retryAfterSeconds);

    expect(waits).toEqual([
      ...Array.from({ length: 10 }, () => null),
      ...Array.from({ length: 13 }, () => 3_600),
    ]);
    identity.clock.advanceMs(3_600_000);
    expect(isAllowed(await consume(who))).toBe(true);
  });

  it("waits for a minute alone where the hour has room", async () => {
    const who = actor({ action: "register" });
    await spend(who, 20);

    expect((await consume(who)).retryAfterSeconds).toBe(60);
  });

  it("tells who asks about his own address, and nothing of whom he names", async () => {
    const who = actor();
    await identity.request(ClearLoginFailures, who);
    for (const of of [who, actor()]) {
      const { limits } = await consume(of);
      expect(limits).toEqual([
        expect.objectContaining({ name: "address", quota: 600, windowSeconds: 60 }),
      ]);
    }
  });

  it("counts an address, a subject and an action apart, and spellings of one subject together", async () => {
    const who = actor({ action: "verify-otp" });
    await spend(who, 20);

    expect(isAllowed(await consume(who))).toBe(false);
    expect(isAllowed(await consume({ ...who, subject: ` ${who.subject?.toUpperCase()} ` }))).toBe(
      false,
    );
    expect(isAllowed(await consume({ ...who, subject: null }))).toBe(true);
    expect(isAllowed(await consume({ ...who, action: "register" }))).toBe(true);
    expect(isAllowed(await consume({ ...who, address: "198.51.100.9" }))).toBe(true);
  });

  it("counts what names nobody by its address alone", async () => {
    const broken = await consumeMany(actor({ subject: null }), 30);

    expect(broken.every(isAllowed)).toBe(true);
    expect(broken[0]?.limits.map(({ name }) => name)).toEqual(["address"]);
  });

  it("lets an address do six hundred things a minute, whatever they are", async () => {
    const address = "203.0.113.7";
    const owner = actor({ address, device: "her device behind it" });
    await identity.request(ClearLoginFailures, owner);
    const consumed = await Promise.all(
      Array.from({ length: 620 }, (_each, index) =>
        consume(actor({ address, action: index % 2 === 0 ? "register" : "reactivate" })),
      ),
    );

    expect(consumed.filter(isAllowed)).toHaveLength(600);
    const [refused] = consumed.filter((each) => !isAllowed(each));
    expect(refused?.limits).toEqual([
      { name: "address", quota: 600, windowSeconds: 60, remaining: 0, resetSeconds: 60 },
    ]);
    // At a device of her own she has a count of her own.
    expect(isAllowed(await consume(owner))).toBe(true);
  });

  const elsewhere = (subject: string | null, place: number, device: string | null = null) =>
    actor({ subject, address: `198.51.100.${place}`, device });
  const allowedOf = async (of: Actor, most: number) => {
    let allowed = 0;
    for (let each = 0; each < most; each += 1) allowed += isAllowed(await consume(of)) ? 1 : 0;
    return allowed;
  };

  it("stops guessing at one password from many networks after thirty failures an hour", async () => {
    const { subject } = actor();
    for (let place = 1; place <= 30; place += 1) {
      expect(isAllowed(await consume(elsewhere(subject, place)))).toBe(true);
    }

    expect(isAllowed(await consume(elsewhere(subject, 31)))).toBe(false);
    identity.clock.advanceMs(3_600_000);
    expect(isAllowed(await consume(elsewhere(subject, 32)))).toBe(true);
  });

  it("locks the one out that guesses, and nobody else", async () => {
    const { subject } = actor();
    expect(await allowedOf(elsewhere(subject, 1), 60)).toBe(10);
    // Another device in his hands is none that anybody knows.
    expect(await allowedOf(elsewhere(subject, 1, "another device"), 3)).toBe(0);

    expect(await allowedOf(elsewhere(subject, 2), 60)).toBe(10);
    expect(await allowedOf(elsewhere(subject, 3), 60)).toBe(10);
  });

  it.each([
    ["an address", "192.0.2.201", null],
    ["a device, wherever it is", "192.0.2.202", "her device"],
  ])("locks nobody out at %s from which she logged in before", async (_what, address, device) => {
    const who = actor({ address, device });
    await consume(who);
    await identity.request(ClearLoginFailures, who);
    const { subject } = who;
    for (let place = 1; place <= 40; place += 1) await consume(elsewhere(subject, place));

    expect(isAllowed(await consume(actor({ subject })))).toBe(false);
    const own = device === null ? who : { ...who, address: "203.0.113.99" };
    expect(isAllowed(await consume(own))).toBe(true);
  });

  it.each(ThrottledAction.options)(
    "lets nobody of her network use up her %s at her device, nor herself do more by more devices",
    async (action) => {
      const owner = actor({ action, device: "her phone" });
      const other = { ...owner, address: "192.0.2.203", device: "her other phone" };
      for (const each of [owner, other]) await identity.request(ClearLoginFailures, each);
      const peer = { ...owner, device: null };
      expect(await allowedOf(peer, 22)).toBe(20);

      expect(await allowedOf(owner, 12)).toBe(12);
      expect(await allowedOf(other, 12)).toBe(8);
    },
  );

  it("forgets failures when the person proves who she is, also when that is told twice", async () => {
    const who = actor();
    await spend(who, 9);
    for (let place = 1; place <= 21; place += 1) await consume(elsewhere(who.subject, place));
    expect(isAllowed(await consume(elsewhere(who.subject, 22)))).toBe(false);
    await identity.request(ClearLoginFailures, who);
    await identity.request(ClearLoginFailures, who);

    expect(isAllowed(await consume(elsewhere(who.subject, 23)))).toBe(true);
  });

  it("gives a code back that nobody was mailed, once and to nobody who came in another hour", async () => {
    const { database, clock } = identity;
    const quotas = {
      addressPerMinute: 1,
      actorPerMinute: 1,
      loginPerSourceAndHour: 1,
      loginPerHour: 1,
      knownLoginPerHour: 1,
    };
    const throttle = createThrottle({ database, clock, pepper: () => secret("p"), quotas });
    const source = throttle.sourceOf({ address: "192.0.2.251", device: null });
    const ask = () => throttle.consumeAsked({ source, subject: "given-back@example.org" });
    const leftAfter = async (asked: ReturnType<typeof ask>) =>
      Math.min(...(await asked).limits.map(({ remaining }) => remaining));
    const full = throttleLimits.codesPerHour.asked;

    const first = await ask();
    await first.giveBack();
    expect(await leftAfter(ask())).toBe(full - 1);
    const late = await ask();
    clock.advanceMs(throttleLimits.hourMs + 1);
    await ask();
    await late.giveBack();
    expect(await leftAfter(ask())).toBe(full - 2);
  });

  it("names nobody in its table, and forgets what is over", async () => {
    const who = actor({ address: "192.0.2.250", subject: "canary@example.org" });
    await consume(who);
    const rowsOf = () =>
      identity.database.query<{ text: string }>(
        CompiledQuery.raw("select throttles::text as text from throttles"),
      );

    expect((await rowsOf()).length).toBeGreaterThan(2);
    for (const { text } of await rowsOf()) expect(text).not.toMatch(/192\.0\.2|canary/);
    identity.clock.advanceMs(31 * 86_400_000);
    for (const rule of retentionRules) {
      while ((await deleteExpired(identity.database, rule, identity.clock.now())) > 0);
    }
    expect(await rowsOf()).toEqual([]);
  });
});
