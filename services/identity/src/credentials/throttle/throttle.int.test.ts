import {
  ClearLoginFailures,
  ConsumeQuota,
  type ReplyData,
  type RequestInput,
  ThrottledAction,
} from "@sanu/contracts";
import { deleteExpired } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { startIdentity } from "../../identity.fixture.ts";
import { retentionRules } from "../../retention.ts";

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

  it.each(ThrottledAction.options)(
    "lets %s through twenty times a minute, however many come at once to however many replicas",
    async (action) => {
      const who = actor({ action });
      const consumed = await consumeMany(who, 60);

      expect(consumed.filter(isAllowed)).toHaveLength(20);
      const refused = await consume(who);
      expect(refused.retryAfterSeconds).toBe(60);
      expect(refused.limits.at(-1)).toEqual({
        name: "account",
        quota: 20,
        windowSeconds: 60,
        remaining: 0,
        resetSeconds: 60,
      });
      identity.clock.advanceMs(59_000);
      expect((await consume(who)).retryAfterSeconds).toBe(1);
      identity.clock.advanceMs(1_000);
      expect(await consume(who)).toMatchObject({
        retryAfterSeconds: null,
        limits: [{ name: "address" }, { name: "account", remaining: 19 }, ...anyLogin(action)],
      });
    },
  );

  const anyLogin = (action: ThrottledAction) =>
    action === "log-in" ? [expect.objectContaining({ name: "login" })] : [];

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
  });

  it("stops guessing at one password from many addresses after thirty failures an hour", async () => {
    const { subject } = actor();
    const from = (place: number) => consume(actor({ subject, address: `198.51.100.${place}` }));
    for (let place = 1; place <= 30; place += 1) expect(isAllowed(await from(place))).toBe(true);

    expect((await from(31)).limits.at(-1)).toMatchObject({ name: "login", remaining: 0 });
    identity.clock.advanceMs(3_600_000);
    expect(isAllowed(await from(32))).toBe(true);
  });

  it("spends nothing of an account where the address was refused before", async () => {
    const who = actor();
    await spend(who, 40);

    const elsewhere = await consume({ ...who, address: "198.51.100.77" });
    expect(elsewhere.limits.at(-1)).toMatchObject({ name: "login", remaining: 30 - 21 });
  });

  it("locks nobody out at an address from which she logged in before", async () => {
    const who = actor();
    await consume(who);
    await identity.request(ClearLoginFailures, who);
    const { subject } = who;
    for (let place = 1; place <= 40; place += 1) {
      await consume(actor({ subject, address: `198.51.101.${place}` }));
    }

    expect(isAllowed(await consume(actor({ subject })))).toBe(false);
    const own = await consume(who);
    expect(isAllowed(own)).toBe(true);
    expect(own.limits.at(-1)).toMatchObject({ name: "login", quota: 100, remaining: 99 });
  });

  it("forgets failures when the person proves who she is, also when that is told twice", async () => {
    const who = actor();
    await spend(who, 19);
    await identity.request(ClearLoginFailures, who);
    await identity.request(ClearLoginFailures, who);

    const elsewhere = await consume({ ...who, address: "198.51.102.1" });
    expect(elsewhere.limits.at(-1)).toMatchObject({ quota: 30, remaining: 29 });
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
      await deleteExpired(identity.database, rule, identity.clock.now());
    }
    expect(await rowsOf()).toEqual([]);
  });
});
