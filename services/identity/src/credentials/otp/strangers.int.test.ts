import {
  ClearLoginFailures,
  ConsumeQuota,
  LogIn,
  Register,
  RequestCode,
  type RequestData,
  type RequestSource,
  ResetPassword,
  VerifyOtp,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { countedMailbox } from "../../contacts/counted-mailbox.ts";
import {
  activated,
  allSent,
  codesMailedTo,
  invalidCode,
  mailedCode,
  type Person,
  person,
  refusedFields,
  registered,
  useIdentity,
  wrongCode,
} from "../../identity.fixture.ts";
import { textOf } from "../../mail/mail-sink.fixture.ts";
import { throttleLimits } from "../throttle/throttle-limits.ts";
import { otpLimits } from "./otp-limits.ts";

const identity = await useIdentity({ PUBLIC_URL: "https://api.example.org/" });

const stranger = (place: number): RequestSource => ({
  address: `198.51.100.${place}`,
  device: `device of stranger ${place}`,
});
/** The network of a carrier, with thousands in it. */
const owner: RequestSource = { address: "203.0.113.1", device: "device of the owner" };
const peer: RequestSource = { ...owner, device: "device of a peer" };

type Reason = RequestData<typeof RequestCode>["reason"];
const ask = (reason: Reason, email: string, source: RequestSource) =>
  identity.request(RequestCode, { reason, userId: null, email, source });
const verify = (email: string, code: string, source: RequestSource) =>
  identity.request(VerifyOtp, { userId: null, email, code, source });
const reset = (email: string, code: string, source: RequestSource) => {
  const data = { email, code, password: "another long password", source };
  return identity.request(ResetPassword, data);
};
const invalidToken = refusedFields({ token: ["invalid-code"] });
/** The code of the next mail, which `cause` makes us send. */
async function codeAfter(email: string, cause: () => Promise<unknown>): Promise<string> {
  const before = codesMailedTo(identity, email).length;
  await cause();
  return eventually("another code is mailed", () => codesMailedTo(identity, email)[before]);
}
const linkCodeIn = (email: string) => {
  const mail = identity.sink.mails.findLast(({ to }) => to === email);
  return /#[0-9a-f-]{36}\.([\w-]{43})$/m.exec(mail === undefined ? "" : textOf(mail))?.[1] ?? "";
};
/** An account whose owner has proved it from her device. */
async function proved(changes: Partial<Person> = {}): Promise<Person> {
  const who = person({ source: owner, ...changes });
  const accountId = await registered(identity, who);
  const code = await mailedCode(identity, accountId);
  const opened = { userId: accountId, email: null, code, source: owner };
  expect((await identity.request(VerifyOtp, opened)).kind).toBe("replied");
  return who;
}

describe("strangers who know an address", () => {
  it("do not kill the code that its owner asked for, however often they guess", async () => {
    const { email } = await proved();
    const code = await codeAfter(email, () => ask("reset", email, owner));
    const guesses = [...Array(12).keys()].flatMap((place) =>
      Array.from({ length: 5 }, () => reset(email, wrongCode(code), stranger(place))),
    );
    for (const guess of await Promise.all(guesses)) expect(guess).toEqual(invalidToken);
    for (let each = 0; each < 12; each += 1) await reset(email, wrongCode(code), peer);
    const [counted] = await identity.database.query<{ guesses: number }>(
      CompiledQuery.raw(
        `select max(network_attempts + foreign_attempts) as guesses from otps
         join account_contacts using (account_id) where email = $1`,
        [email],
      ),
    );
    expect(counted?.guesses).toBe(2 * otpLimits.attemptsMax);
    // Whoever guesses is done for, also with the right one.
    expect(await reset(email, code, stranger(1))).toEqual(invalidToken);

    expect((await reset(email, code, owner)).kind).toBe("replied");
  });

  it("neither silence her nor void her code by asking for codes of their own", async () => {
    const { email } = await proved();
    const code = await codeAfter(email, () => ask("reset", email, owner));
    for (let place = 1; place <= 5; place += 1) {
      for (let each = 0; each < 5; each += 1) await ask("reset", email, stranger(place));
    }
    await allSent(identity);
    const [issued] = await identity.database.query<{ count: bigint }>(
      CompiledQuery.raw(
        "select count(*) from otps join account_contacts using (account_id) where email = $1",
        [email],
      ),
    );
    // What strangers cause at most, her registration among it, and her own; a link for each network behind that, and no code.
    const links = 4;
    expect(issued?.count).toBe(BigInt(throttleLimits.codesPerHour.strangers + links + 1));
    expect((await reset(email, code, owner)).kind).toBe("replied");
    await allSent(identity);
    const another = await codeAfter(email, () => ask("reset", email, owner));
    expect((await reset(email, another, owner)).kind).toBe("replied");
  });

  it("cause no more mails by writing it in many ways, and neither silence her so", async () => {
    const name = `a.b${newId().slice(-12)}`;
    const { email } = await proved({ email: `${name}@gmail.com` });
    const places = [71, 72, 73, 74, 75];
    for (const place of places) {
      const outcomes: unknown[] = [];
      for (let way = 0; way < 6; way += 1) {
        const spelling = `${name}+${place}${way}@googlemail.com`;
        const who = person({ email: spelling, source: stranger(place) });
        outcomes.push((await identity.request(Register, who)).kind);
      }
      const allowed = Array.from({ length: 4 }, () => "replied");
      expect(outcomes).toEqual([...allowed, "refused", "refused"]);
    }
    await allSent(identity);
    const mails = identity.sink.mails.filter(
      ({ to }) => countedMailbox(to) === countedMailbox(email),
    );
    // Behind what all of them together may cause each network has a link.
    expect(mails.length).toBeLessThanOrEqual(throttleLimits.codesPerHour.strangers + places.length);
    const code = await codeAfter(email, () => ask("reset", email, owner));
    expect((await reset(email, code, owner)).kind).toBe("replied");
  });

  it("do not keep her out of a registration either", async () => {
    const who = person({ source: stranger(1), password: "the stranger's password" });
    for (let each = 0; each < 4; each += 1) await registered(identity, who);
    const hers = { ...who, password: "a long enough password", source: owner };
    const accountId = await registered(identity, hers);
    const code = await mailedCode(identity, accountId);
    for (let place = 2; place < 10; place += 1) {
      for (let each = 0; each < 5; each += 1) {
        expect(await verify(who.email, wrongCode(code), stranger(place))).toEqual(invalidCode);
      }
    }

    expect(await verify(who.email, code, owner)).toMatchObject({
      data: { user: { id: accountId } },
    });
  });

  it("leave her the link of the mail, which only the browser that asked can follow, and once", async () => {
    const { email } = await proved();
    const newPhone = { address: "198.51.100.77", device: "her new phone" };
    const code = await codeAfter(email, () => ask("reset", email, newPhone));
    const link = linkCodeIn(email);
    for (let each = 0; each < 8; each += 1) await reset(email, wrongCode(code), newPhone);

    expect(await reset(email, code, newPhone)).toEqual(invalidToken);
    for (const source of [stranger(1), { ...newPhone, device: "another" }]) {
      expect(await reset(email, link, source)).toEqual(invalidToken);
    }
    const another = link.startsWith("A") ? `B${link.slice(1)}` : `A${link.slice(1)}`;
    expect(await reset(email, another, newPhone)).toEqual(invalidToken);
    expect((await reset(email, link, newPhone)).kind).toBe("replied");
    expect(await reset(email, link, newPhone)).toEqual(invalidToken);
  });

  it("of two networks silence no third one: a link still comes, which is no code", async () => {
    const [{ email }, unknown] = [await proved(), person().email];
    const newPhone = { address: "198.51.100.88", device: "her other new phone" };
    for (const place of [51, 52]) {
      for (let each = 0; each < 5; each += 1) {
        await ask("reset", email, stranger(place));
        await identity.request(Register, person({ email: unknown, source: stranger(place) }));
      }
    }
    await allSent(identity);
    const before = codesMailedTo(identity, email).length;
    for (let each = 0; each < 3; each += 1) await ask("reset", email, newPhone);
    const own = await identity.request(Register, person({ email: unknown, source: newPhone }));
    await allSent(identity);
    const [link, first] = [linkCodeIn(email), linkCodeIn(unknown)];

    expect(codesMailedTo(identity, email)).toHaveLength(before);
    expect(codesMailedTo(identity, unknown)).toHaveLength(throttleLimits.codesPerHour.strangers);
    expect(await reset(email, link, stranger(51))).toEqual(invalidToken);
    expect((await reset(email, link, newPhone)).kind).toBe("replied");
    const opened = await verify(unknown, first, newPhone);
    if (own.kind !== "replied") throw new Error(JSON.stringify(own));
    expect(opened).toMatchObject({ kind: "replied", data: { user: { id: own.data.user.id } } });
  });

  it("learn from no answer whether somebody has an account, or proved it from the network that they share with her", async () => {
    const [known, unknown] = [(await proved()).email, person().email];
    // The hour of her registration is over; the places where she proved herself count for longer.
    identity.clock.advanceMs(throttleLimits.hourMs);
    const places = [stranger(61), stranger(62), stranger(63), peer, stranger(64)];
    const answersTo = async (email: string) => {
      const answers: unknown[] = [];
      const keep = ({ kind, ...rest }: { kind: string; refusal?: unknown }) =>
        answers.push(kind === "refused" ? rest.refusal : kind);
      for (const source of places) {
        for (let each = 0; each < 3; each += 1) keep(await ask("reset", email, source));
        keep(await identity.request(Register, person({ email, source })));
        keep(await ask("regenerate", email, source));
        keep(await identity.request(Register, person({ email, source })));
      }
      return answers;
    };
    const answers = await answersTo(unknown);
    expect(await answersTo(known)).toEqual(answers);
    const late = { code: "too-many-requests", params: { retryAfterSeconds: "3600" } };
    const ofOne = ["replied", "replied", "replied", "replied", late, late];
    expect(answers).toEqual(places.flatMap(() => ofOne));

    // A neighbour has asked that often, so she is told to wait like everybody, and gets her mail all the same.
    await allSent(identity);
    expect(await ask("reset", unknown, owner)).toMatchObject({ refusal: late });
    const code = await codeAfter(known, async () => {
      expect(await ask("reset", known, owner)).toMatchObject({ refusal: late });
    });
    expect((await reset(known, code, owner)).kind).toBe("replied");
  });

  it("learn from no registration of theirs that somebody has an account since", async () => {
    const theirs = person({ password: "the stranger's password", source: stranger(65) });
    const { email, password, source } = theirs;
    const theirId = await registered(identity, theirs);
    const theirCode = await mailedCode(identity, theirId);
    const answers = async () => [
      await identity.request(LogIn, { email, password, source }),
      await verify(email, wrongCode(theirCode), stranger(65)),
      await ask("regenerate", email, stranger(65)),
    ];
    const before = await answers();
    expect(before[0]).toMatchObject({ refusal: { code: "account-not-verified" } });

    // What she herself began on her device is hers to know.
    const first = await registered(identity, person({ email, source: owner }));
    await proved({ email });
    expect(await answers()).toEqual(before);
    const opening = { userId: theirId, email: null, code: theirCode, source: stranger(65) };
    expect(await identity.request(VerifyOtp, opening)).toEqual(invalidCode);
    const left = await identity.database.query<{ id: string }>(
      CompiledQuery.raw("select account_id as id from account_contacts where email = $1", [email]),
    );
    expect(left.map(({ id }) => id)).toContain(theirId);
    expect(left.map(({ id }) => id)).not.toContain(first);
    expect(left).toHaveLength(2);
  });

  it("leave a trail with the account and a keyed hash of their network", async () => {
    const { email, password } = await proved();
    await reset(email, "000000", stranger(99));
    for (const given of [password, "a wrong password"]) {
      await identity.request(LogIn, { email, password: given, source: stranger(99) });
    }
    await ask("reset", email, stranger(99));
    const trail = identity
      .logged()
      .split("\n")
      .filter((line) => line.includes("security event"));
    const events = trail.slice(-4).map((line) => /"securityEvent":"([a-z-]+)"/.exec(line)?.[1]);

    expect(events).toEqual(["code-failed", "login-succeeded", "login-failed", "code-requested"]);
    for (const line of trail.slice(-4)) expect(line).toMatch(/"network":"[\w-]{22}"/);
    for (const line of trail.slice(-3, -1)) expect(line).toMatch(/"accountId":"[0-9a-f-]{36}"/);
    expect(trail.join("")).not.toMatch(/198\.51\.100|example\.org|device of/);
  });

  it("cannot follow the link of a code that nobody's browser asked for", async () => {
    const who = person();
    await activated(identity, who);
    await codeAfter(who.email, () =>
      identity.request(RequestCode, { reason: "reset", userId: null, email: who.email }),
    );

    expect(linkCodeIn(who.email)).toBe("");
  });

  it("who come to log in by the hundred are refused before they are counted, and the owner is not", async () => {
    const { email: subject } = await proved();
    const at = (source: RequestSource) => ({ action: "log-in", subject, ...source }) as const;
    await identity.request(ClearLoginFailures, at(owner));
    await identity.request(LogIn, { email: subject, password: "a wrong password" });
    const context = { correlationId: "test", causationId: "test" };
    let isSeen = false;
    const flood = Array.from({ length: 600 }, async (_, place) => {
      const guess = { email: subject, password: `wrong password ${place}` };
      while (!isSeen) await identity.gateway.request(LogIn, guess, { context, timeoutMs: 1_500 });
    });
    const refused = await eventually("too many wait", async () => {
      const result = await identity.request(ConsumeQuota, at(stranger(7)));
      return result.kind === "refused" ? result.refusal : undefined;
    });
    const own = await identity.request(ConsumeQuota, at(owner));
    let others = 150;
    // For as long as they come: behind a moment in which the machine stood still they are few.
    const registering = await eventually("who would register is refused, too", async () => {
      others += 1;
      const asked = { ...at(stranger(others)), action: "register" } as const;
      const result = await identity.request(ConsumeQuota, asked);
      return result.kind === "refused" && result;
    });
    const calm = await identity.request(ConsumeQuota, {
      ...at(stranger(8)),
      action: "join-waitlist",
    });
    isSeen = true;
    await Promise.all(flood);

    expect(refused).toMatchObject({ code: "service-unavailable" });
    expect(registering).toMatchObject({ refusal: { code: "service-unavailable" } });
    expect([own, calm]).toMatchObject([
      { kind: "replied", data: { isKnown: true } },
      { kind: "replied" },
    ]);
    await eventually("the crowd has gone", async () => {
      const result = await identity.request(ConsumeQuota, at(stranger(9)));
      return result.kind === "replied";
    });
  });
});
