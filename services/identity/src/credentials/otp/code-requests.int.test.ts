import {
  DeactivateAccount,
  GetMe,
  LogIn,
  RequestCode,
  type RequestData,
  VerifyOtp,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import {
  activated,
  allSent,
  codesMailedTo,
  eventsOf,
  invalidCode,
  type Person,
  person,
  registered,
  useIdentity,
} from "../../identity.fixture.ts";
import { throttleLimits } from "../throttle/throttle-limits.ts";
import { dequeueCodeRequest } from "./code-requests.ts";

const identity = await useIdentity();

type Reason = RequestData<typeof RequestCode>["reason"];

const request = (reason: Reason, whose: { userId?: AccountId; email?: string }) =>
  identity.request(RequestCode, { reason, userId: null, email: null, ...whose });
const verify = (email: string, code: string) =>
  identity.request(VerifyOtp, { userId: null, email, code });
const askedAtOnce = (count: number, reason: Reason, whose: Parameters<typeof request>[1]) =>
  Promise.all(Array.from({ length: count }, () => request(reason, whose)));
const waitFor = (retryAfterSeconds: string) => ({
  kind: "refused",
  refusal: { code: "too-many-requests", params: { retryAfterSeconds } },
});
/** An account that has been there for longer than an hour. */
const settled = async () => {
  const who = person();
  const accountId = await activated(identity, who);
  identity.clock.advanceMs(throttleLimits.hourMs);
  return { email: who.email, accountId };
};
const codesOf = async (email: string) => {
  await allSent(identity);
  return codesMailedTo(identity, email);
};
const close = async (who: Person, accountId: AccountId) => {
  const result = await identity.request(DeactivateAccount, { accountId, password: who.password });
  if (result.kind !== "replied") throw new Error(`deactivation: ${JSON.stringify(result)}`);
};
/** A new account that its person closed. */
const closed = async () => {
  const who = person();
  const accountId = await activated(identity, who);
  await close(who, accountId);
  return { who, accountId };
};

describe("asking for a code again", () => {
  it("sends a new one to a pending registration, by its id or its address, and voids the one before", async () => {
    const who = person();
    const accountId = await registered(identity, who);
    const [first = ""] = await codesOf(who.email);
    await request("regenerate", { userId: accountId });
    const [, second = ""] = await codesOf(who.email);
    await request("regenerate", { email: who.email.toUpperCase() });
    const codes = await codesOf(who.email);
    const third = codes[2] ?? "";

    expect(codes).toHaveLength(3);
    for (const old of [first, second]) {
      if (old !== third) expect(await verify(who.email, old)).toEqual(invalidCode);
    }
    expect((await verify(who.email, third)).kind).toBe("replied");
  });

  it("takes one request at a time, also where the database takes the queue for nearly empty: no other one is lost", async () => {
    const queue = (count: number) =>
      CompiledQuery.raw(
        `insert into code_requests (request_id, reason, email, created_at)
         select gen_random_uuid(), 'reset', 'nobody@example.com', now() from generate_series(1, ${count})`,
      );
    const rollback = new Error("nobody is mailed");
    const left = identity.database.transaction(async (session) => {
      await session.query(queue(1));
      await session.query(CompiledQuery.raw("analyze code_requests"));
      await session.query(queue(5));
      expect(await dequeueCodeRequest(session)).toMatchObject({ reason: "reset" });
      const [rows] = await session.query<{ count: number }>(
        CompiledQuery.raw("select count(*)::int as count from code_requests"),
      );
      expect(rows?.count).toBe(5);
      throw rollback;
    });
    await expect(left).rejects.toBe(rollback);
  });

  it("sends it to the registration that was made last, which is its person's own", async () => {
    const stranger = person({ password: "the stranger's password" });
    const owner = person({ email: stranger.email });
    await registered(identity, stranger);
    identity.clock.advanceMs(1_000);
    const ownersId = await registered(identity, owner);
    await allSent(identity);
    await request("regenerate", { email: owner.email });
    const code = (await codesOf(owner.email)).at(-1) ?? "";

    expect(await verify(owner.email, code)).toMatchObject({ data: { user: { id: ownersId } } });
    const { email } = owner;
    expect((await identity.request(LogIn, { email, password: owner.password })).kind).toBe(
      "replied",
    );
    expect((await identity.request(LogIn, { email, password: stranger.password })).kind).toBe(
      "refused",
    );
  });

  it("sends at most four to an address within an hour, however many ask at once and for what", async () => {
    const who = person();
    const accountId = await registered(identity, who);
    const replica = await identity.startReplica();
    const byId = await askedAtOnce(15, "regenerate", { userId: accountId });
    const byAddress = await askedAtOnce(15, "regenerate", { email: who.email });
    // The registration had the first one.
    expect([...byId, ...byAddress].filter(({ kind }) => kind === "replied")).toHaveLength(3);
    await allSent(identity);
    await replica.stop();
    const [issued] = await identity.database.query<{ count: bigint }>(
      CompiledQuery.raw("select count(*) from otps where account_id = $1", [accountId]),
    );
    expect(issued?.count).toBe(BigInt(throttleLimits.codesPerHour.perSource));

    identity.clock.advanceMs(throttleLimits.hourMs);
    await request("regenerate", { email: who.email });
    const codes = await codesOf(who.email);
    expect((await verify(who.email, codes.at(-1) ?? "")).kind).toBe("replied");
  });

  const everyone = [
    ["an address with an account", async () => ({ email: (await settled()).email })],
    ["the id of an account", async () => ({ userId: (await settled()).accountId })],
    ["an address that nobody has", async () => ({ email: person().email })],
    ["an id that nobody has", async () => ({ userId: newId<"AccountId">() })],
  ] as const;
  const reasons = ["regenerate", "reactivate", "reset"] as const;

  it.each(everyone)(
    "tells whoever asks a fifth time in an hour when to come back, to the second: %s",
    async (_whose, named) => {
      const whose = await named();
      const replica = await identity.startReplica();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_each, index) =>
          request(reasons[index % reasons.length] ?? "reset", whose),
        ),
      );
      await replica.stop();

      const replied = answers.filter(({ kind }) => kind === "replied");
      expect(replied).toEqual(Array.from({ length: 4 }, () => ({ kind: "replied", data: {} })));
      const refused = answers.filter(({ kind }) => kind === "refused");
      expect(refused).toEqual(Array.from({ length: 8 }, () => waitFor("3600")));
      identity.clock.advanceMs(1_000_000);
      expect(await request("reset", whose)).toEqual(waitFor("2600"));
      identity.clock.advanceMs(2_599_000);
      expect(await request("reset", whose)).toEqual(waitFor("1"));
      identity.clock.advanceMs(1_000);
      expect(await request("reset", whose)).toEqual({ kind: "replied", data: {} });
    },
  );

  it("keeps of whom nobody knows nothing but a hash, and no hour longer", async () => {
    const unknown = person().email;
    await askedAtOnce(6, "reset", { email: unknown });
    await allSent(identity);
    const rowsOf = async () => {
      const text = `select (select count(*) from throttles) as throttled,
        (select string_agg(throttles::text, ' ') from throttles) ||
        coalesce((select string_agg(code_requests::text, ' ') from code_requests), '') as texts`;
      const [row] = await identity.database.query<{ throttled: bigint; texts: string | null }>(
        CompiledQuery.raw(text),
      );
      return row ?? { throttled: 0n, texts: "" };
    };
    expect((await rowsOf()).texts).not.toContain(unknown);
    const [isThere] = await identity.database.query<{ ends: boolean }>(
      CompiledQuery.raw(
        "select max(ends_at) <= $1::timestamptz + interval '1 hour' as ends from throttles where used > 0",
        [identity.clock.now()],
      ),
    );
    expect(isThere?.ends).toBe(true);
  });

  it("answers alike whether or not there is anything to send, and sends nothing where there is not", async () => {
    const active = person();
    await activated(identity, active);
    const before = identity.sink.mails.length;
    const unknown = person().email;
    for (const reason of ["regenerate", "reactivate", "reset"] as const) {
      expect(await request(reason, { email: unknown })).toEqual({ kind: "replied", data: {} });
    }
    expect(await request("regenerate", { userId: newId() })).toEqual({ kind: "replied", data: {} });
    expect(await request("regenerate", { email: active.email })).toEqual({
      kind: "replied",
      data: {},
    });
    await request("reactivate", { email: active.email });
    await allSent(identity);

    expect(identity.sink.mails).toHaveLength(before);
  });

  it("is not lost when the service dies before the code is issued", async () => {
    const who = person();
    await registered(identity, who);
    await codesOf(who.email);
    // A request that its replica stored and never came to.
    await identity.database.query(
      CompiledQuery.raw(
        `insert into code_requests (request_id, reason, email, created_at) values ($1, 'regenerate', $2, $3)`,
        [newId(), who.email, identity.clock.now()],
      ),
    );
    expect(await codesOf(who.email)).toHaveLength(2);
  });
});

describe("a closed account", () => {
  it("gets a code when its person asks for one, and is open again when it comes back", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    await close(who, accountId);
    const login = () => identity.request(LogIn, { email: who.email, password: who.password });
    expect(await login()).toMatchObject({ refusal: { code: "account-deactivated" } });

    await request("reactivate", { email: who.email });
    const code = (await codesOf(who.email)).at(-1) ?? "";
    expect(await verify(who.email, code)).toMatchObject({
      kind: "replied",
      data: { user: { id: accountId, is_active: true } },
    });
    expect((await login()).kind).toBe("replied");
    expect(await verify(who.email, code)).toEqual(invalidCode);
  });

  it("is opened by the user id too, and once by fifty uses of its code at once", async () => {
    const { who, accountId } = await closed();
    await request("regenerate", { userId: accountId });
    const code = (await codesOf(who.email)).at(-1) ?? "";
    const uses = await Promise.all(
      Array.from({ length: 50 }, () =>
        identity.request(VerifyOtp, { userId: accountId, email: null, code }),
      ),
    );
    expect(uses.filter(({ kind }) => kind === "replied")).toHaveLength(1);
    expect(await eventsOf(identity, accountId, "AccountReactivated")).toHaveLength(1);
  });

  it("is not opened by a code that was sent for a new password", async () => {
    const { who, accountId } = await closed();
    await request("reset", { email: who.email });
    const code = (await codesOf(who.email)).at(-1) ?? "";

    expect(await verify(who.email, code)).toEqual(invalidCode);
    expect(await identity.request(GetMe, { accountId })).toMatchObject({
      data: { user: { is_active: false } },
    });
  });

  it("that was suspended since its code was sent is not opened by it", async () => {
    const { who, accountId } = await closed();
    await request("reactivate", { email: who.email });
    const code = (await codesOf(who.email)).at(-1) ?? "";
    await identity.suspend(accountId);

    expect(await verify(who.email, code)).toEqual(invalidCode);
  });
});
