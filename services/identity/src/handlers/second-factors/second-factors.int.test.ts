import { createHash } from "node:crypto";
import {
  AssertStaffAct,
  BeginPasskey,
  BeginStepUp,
  FinishPasskey,
  GetUser,
  ListSecondFactors,
  RemoveSecondFactor,
  RenewRecoveryCodes,
  StepUp,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { claimsIn, createSoftwareAuthenticator } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { composeAdmins } from "../../compose-admins.ts";
import { throttleLimits } from "../../credentials/throttle/throttle-limits.ts";
import { allSent, person, refusedFields, startIdentity } from "../../identity.fixture.ts";
import { textOf } from "../../mail/mail-sink.fixture.ts";
import {
  codeAt,
  desk,
  enrolled,
  type Held,
  inSession,
  opened,
} from "../../second-factors/second-factors.fixture.ts";
import { issueToken } from "../../sessions/issue-token.ts";
import type { SessionToken } from "../../sessions/session-token.ts";
import { isLive } from "../../sessions/sessions.fixture.ts";
import { readSigningKey } from "../../sessions/signing-key.ts";

const identity = await startIdentity();
const admins = await composeAdmins(identity.databaseUrl, identity.clock);
afterAll(async () => {
  await admins.close();
  await identity.stop();
});

const stepMs = 30_000;
const refusedWith = (code: string) => ({ kind: "refused", refusal: { code } });
const wrongCode = refusedFields({ code: ["invalid-code"] });

async function hired() {
  const who = person();
  const { accountId } = await admins.create({ ...who, reason: "hired" });
  return { who, token: await opened(identity, accountId) };
}

async function ready() {
  const { who, token } = await hired();
  const app = await enrolled(identity, token, who.password);
  identity.clock.advanceMs(stepMs);
  return { who, token, app, session: inSession(identity, token) };
}

async function signingKey() {
  const [row] = await identity.database.query<{ value: string }>(
    CompiledQuery.raw(
      "select value from generated_secrets where name = 'token-private-key-ed25519'",
    ),
  );
  return readSigningKey(row?.value ?? "");
}

const listed = async ({ accountId, sessionId }: Held) => {
  const result = await identity.request(ListSecondFactors, { accountId, sessionId });
  if (result.kind !== "replied") throw new Error(JSON.stringify(result));
  return result.data.secondFactors;
};
const remove = (of: Held, factorId: string, commandId: string = newId()) => {
  const { accountId, sessionId } = of;
  return identity.request(RemoveSecondFactor, { accountId, sessionId, factorId }, commandId);
};
const renew = ({ accountId, sessionId }: Held, commandId: string = newId()) =>
  identity.request(RenewRecoveryCodes, { accountId, sessionId }, commandId);
const subjectsTo = async (email: string) => {
  await allSent(identity);
  return identity.sink.mails.filter(({ to }) => to === email).map(textOf);
};

describe("the first second factor of the staff", () => {
  it("is an app that a session with the password adds by a code, which proves the session too", async () => {
    const { who, token } = await hired();
    expect(await listed(token)).toEqual({
      factors: [],
      recovery_codes_left: 0,
      confirmed_at: null,
    });
    const { factorId, recoveryCodes } = await enrolled(identity, token, who.password);

    expect(recoveryCodes).toHaveLength(10);
    const at = identity.clock.now();
    expect(await listed(token)).toEqual({
      factors: [{ id: factorId, kind: "totp", created_at: at, last_used_at: at }],
      recovery_codes_left: 10,
      confirmed_at: at,
    });
    expect((await subjectsTo(who.email)).join()).toContain("second facteur a été ajouté");
  });

  it("is not made without the password, in a session that is over, or by a wrong code", async () => {
    const { who, token } = await hired();
    const session = inSession(identity, token);
    expect(await session.begin("not her password")).toEqual(
      refusedFields({ password: ["wrong-password"] }),
    );
    const begun = await session.begin(who.password);
    if (begun.kind !== "replied") throw new Error("refused");
    const { factorId, secret } = begun.data;
    const late = codeAt(identity, secret, -2 * stepMs);
    expect(await session.confirm(factorId, late)).toEqual(wrongCode);
    expect(await session.confirm(newId(), codeAt(identity, secret))).toEqual(
      refusedWith("not-found"),
    );
    expect((await listed(token)).factors).toEqual([]);
    const stranger = inSession(identity, { ...token, sessionId: newId() });
    expect(await stranger.begin(who.password)).toEqual(refusedWith("unauthenticated"));
    expect(await stranger.confirm(factorId, codeAt(identity, secret))).toEqual(
      refusedWith("unauthenticated"),
    );
  });

  it("is one however often its confirmation arrives, which shows its codes once", async () => {
    const { who, token } = await hired();
    const session = inSession(identity, token);
    const begun = await session.begin(who.password);
    if (begun.kind !== "replied") throw new Error("refused");
    const { factorId, secret } = begun.data;
    const commandId = newId();
    const code = codeAt(identity, secret);
    const first = await session.confirm(factorId, code, { commandId });
    expect(first).toMatchObject({ kind: "replied" });
    if (first.kind !== "replied") throw new Error("refused");
    expect(first.data.recoveryCodes).toHaveLength(10);
    expect(await session.confirm(factorId, code, { commandId })).toMatchObject({
      data: { secondFactors: first.data.secondFactors, recoveryCodes: null },
    });
    // Another command: the app is there and its code is used.
    expect(await session.confirm(factorId, code)).toEqual(refusedWith("not-found"));
    expect((await listed(token)).factors).toHaveLength(1);
  });

  it("is confirmed, proved and removed once where the gateway asks again before it is, and both are answered so", async () => {
    const { who, token } = await hired();
    const session = inSession(identity, token);
    const begun = await session.begin(who.password);
    if (begun.kind !== "replied") throw new Error("refused");
    const { factorId, secret } = begun.data;
    const twice = async <Result extends { readonly kind: string }>(
      ask: (commandId: ReturnType<typeof newId>) => Promise<Result>,
    ) => {
      const commandId = newId();
      const both = await Promise.all([ask(commandId), ask(commandId)]);
      return both.map(({ kind }) => kind);
    };
    const code = codeAt(identity, secret);
    const done = ["replied", "replied"];
    expect(await twice((id) => session.confirm(factorId, code, { commandId: id }))).toEqual(done);
    identity.clock.advanceMs(stepMs);
    const next = { kind: "totp", code: codeAt(identity, secret) } as const;
    expect(await twice((id) => session.prove(next, { commandId: id }))).toEqual(done);
    await enrolled(identity, token, who.password);
    expect(await twice((id) => remove(token, factorId, id))).toEqual(done);
    expect((await listed(token)).factors).toHaveLength(1);
  });

  it("is the only one that two sessions at the same moment make with the password alone", async () => {
    const { who, token } = await hired();
    const other = await opened(identity, token.accountId);
    const [one, two] = [inSession(identity, token), inSession(identity, other)];
    const [first, second] = [await one.begin(who.password), await two.begin(who.password)];
    if (first.kind !== "replied" || second.kind !== "replied") throw new Error("refused");
    // What was begun before is gone.
    const early = codeAt(identity, first.data.secret);
    expect(await one.confirm(first.data.factorId, early)).toEqual(refusedWith("not-found"));
    const code = codeAt(identity, second.data.secret);
    const both = await Promise.all(
      [one, two].map((session) => session.confirm(second.data.factorId, code)),
    );
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(["refused", "replied"]);
    expect((await listed(token)).factors).toHaveLength(1);
  });
});

describe("a further second factor", () => {
  it("needs the proof of one that is there, and the last one stays", async () => {
    const { who, token, app, session } = await ready();
    const other = await opened(identity, token.accountId);
    expect(await inSession(identity, other).begin(who.password)).toEqual(
      refusedWith("step-up-required"),
    );
    const second = await enrolled(identity, token, who.password);
    expect(second.recoveryCodes).toEqual([]);
    expect(await remove(other, app.factorId)).toEqual(refusedWith("step-up-required"));
    expect(await remove(token, newId())).toEqual(refusedWith("not-found"));

    const commandId = newId();
    const removed = await remove(token, app.factorId, commandId);
    expect(removed).toMatchObject({
      data: { secondFactors: { factors: [{ id: second.factorId }], recovery_codes_left: 10 } },
    });
    expect(await remove(token, app.factorId, commandId)).toEqual(removed);
    expect(await remove(token, second.factorId)).toEqual(refusedWith("last-second-factor"));
    const code = codeAt(identity, app.secret);
    expect(await session.prove({ kind: "totp", code })).toEqual(wrongCode);
    expect((await subjectsTo(who.email)).join()).toContain("second facteur a été retiré");
  });

  it("that is removed ends what other sessions have proved", async () => {
    const { who, token, app } = await ready();
    const other = await opened(identity, token.accountId);
    const proof = { kind: "totp", code: codeAt(identity, app.secret) } as const;
    expect((await inSession(identity, other).prove(proof)).kind).toBe("replied");
    await enrolled(identity, token, who.password);
    await remove(token, app.factorId);

    expect((await listed(other)).confirmed_at).toBeNull();
    expect((await listed(token)).confirmed_at).not.toBeNull();
  });
});

describe("a step-up", () => {
  it("stands in its session for ten minutes, and no token changes", async () => {
    const { token, app } = await ready();
    const other = await opened(identity, token.accountId);
    const { prove } = inSession(identity, other);
    const at = identity.clock.now();
    expect(await prove({ kind: "totp", code: codeAt(identity, app.secret) })).toMatchObject({
      data: { confirmedAt: at, freshUntil: expect.stringContaining("T10:1") },
    });
    expect((await listed(other)).confirmed_at).toBe(at);
    expect(await isLive(identity, other)).toBe(true);
  });

  it("takes a code once, whoever shows it how often, and none from before it", async () => {
    const { token, app, session } = await ready();
    const { prove } = inSession(identity, await opened(identity, token.accountId));
    const before = codeAt(identity, app.secret, -stepMs);
    const code = codeAt(identity, app.secret);
    const commandId = newId();
    const results = await Promise.all(
      [session.prove, prove, prove].map((each) => each({ kind: "totp", code })),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["refused", "refused", "replied"]);
    expect(await prove({ kind: "totp", code: before })).toEqual(wrongCode);
    identity.clock.advanceMs(stepMs);
    const next = { kind: "totp", code: codeAt(identity, app.secret) } as const;
    const first = await prove(next, { commandId });
    expect(first.kind).toBe("replied");
    expect(await prove(next, { commandId })).toEqual(first);
    expect(await prove(next)).toEqual(wrongCode);
  });

  it("by a recovery code uses it up, also where two show it at the same time, and its owner is told", async () => {
    const { who, token, app } = await ready();
    const others = [
      await opened(identity, token.accountId),
      await opened(identity, token.accountId),
    ];
    const code = app.recoveryCodes[0]?.toLowerCase() ?? "";
    const results = await Promise.all(
      others.map((other) => inSession(identity, other).prove({ kind: "recovery-code", code })),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["refused", "replied"]);
    expect(results).toContainEqual(refusedFields({ recovery_code: ["invalid-code"] }));
    expect((await listed(token)).recovery_codes_left).toBe(9);
    expect((await subjectsTo(who.email)).join()).toContain("code de secours vient de servir");
  });

  it("by an old recovery code is none once there are new ones, which one command makes once", async () => {
    const { token, app, session } = await ready();
    const commandId = newId();
    const renewed = await renew(token, commandId);
    if (renewed.kind !== "replied") throw new Error("refused");
    const { recoveryCodes } = renewed.data;
    expect(recoveryCodes).toHaveLength(10);
    expect(await renew(token, commandId)).toMatchObject({ data: { recoveryCodes: null } });
    const prove = (code = "") => session.prove({ kind: "recovery-code", code });

    expect((await prove(app.recoveryCodes[0])).kind).toBe("refused");
    expect((await prove(recoveryCodes?.[0])).kind).toBe("replied");
    identity.clock.advanceMs(600_000);
    expect(await renew(token)).toEqual(refusedWith("step-up-required"));
  });

  it("of somebody else's factor is none", async () => {
    const [mine, theirs] = [await ready(), await ready()];
    const code = codeAt(identity, theirs.app.secret);
    expect(await mine.session.prove({ kind: "totp", code })).toEqual(wrongCode);
    const [recovery = ""] = theirs.app.recoveryCodes;
    expect((await mine.session.prove({ kind: "recovery-code", code: recovery })).kind).toBe(
      "refused",
    );
    const crossed = { accountId: mine.token.accountId, sessionId: theirs.token.sessionId };
    const proof = { kind: "totp", code: codeAt(identity, mine.app.secret) } as const;
    expect(await identity.request(StepUp, { ...crossed, proof, source: desk })).toEqual(
      refusedWith("unauthenticated"),
    );
  });
});

describe("a passkey", () => {
  const party = { rpId: "localhost", origin: "https://localhost:8443" };
  const challengeIn = (options: { readonly challenge: string } | null) => options?.challenge ?? "";

  async function withPasskey(held: Held, password: string) {
    const { of } = inSession(identity, held);
    const begun = await identity.request(BeginPasskey, { ...of, password });
    if (begun.kind !== "replied") throw new Error(JSON.stringify(begun));
    const authenticator = createSoftwareAuthenticator();
    const challenge = challengeIn(begun.data.options);
    const credential = authenticator.create({ ...party, challenge });
    const finish = (commandId: string = newId()) =>
      identity.request(FinishPasskey, { ...of, credential, source: desk }, commandId);
    return { authenticator, finish, of };
  }
  const asked = async ({ accountId, sessionId }: Held) => {
    const begun = await identity.request(BeginStepUp, { accountId, sessionId });
    if (begun.kind !== "replied") throw new Error(JSON.stringify(begun));
    return { ...party, challenge: challengeIn(begun.data.options) };
  };
  const noPasskey = refusedFields({ credential: ["invalid-passkey"] });

  it("can be the first factor, is added once by what it signed, and brings recovery codes", async () => {
    const { who, token } = await hired();
    const { authenticator, finish } = await withPasskey(token, who.password);
    const commandId = newId();
    const first = await finish(commandId);
    expect(first).toMatchObject({
      data: { secondFactors: { factors: [{ kind: "passkey" }], recovery_codes_left: 10 } },
    });
    expect(await finish(commandId)).toMatchObject({ data: { recoveryCodes: null } });
    expect(await finish()).toEqual(noPasskey);
    const { prove } = inSession(identity, await opened(identity, token.accountId));
    const { challenge } = await asked(token);
    const elsewhere = authenticator.get({ ...party, challenge });
    expect(await prove({ kind: "passkey", credential: elsewhere })).toEqual(noPasskey);
  });

  it("proves her in the session whose challenge it signs, once, however many guesses were made", async () => {
    const { who, token, app } = await ready();
    const { authenticator, finish } = await withPasskey(token, who.password);
    expect(await finish()).toMatchObject({ data: { recoveryCodes: null } });
    const other = await opened(identity, token.accountId);
    const { prove } = inSession(identity, other);
    const source = { address: "198.51.100.77", device: null };
    const wrong = { kind: "totp", code: codeAt(identity, app.secret, -10 * stepMs) } as const;
    for (let guesses = 0; guesses <= throttleLimits.factorGuesses.perSourceAndHour; guesses += 1) {
      await prove(wrong, { source });
    }
    const late = authenticator.get(await asked(other));
    const credential = authenticator.get(await asked(other));
    expect(await prove({ kind: "passkey", credential: late }, { source })).toEqual(noPasskey);
    const both = await Promise.all([1, 2].map(() => prove({ kind: "passkey", credential })));
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(["refused", "replied"]);
    expect((await listed(other)).confirmed_at).toBe(identity.clock.now());

    const expired = authenticator.get(await asked(other));
    identity.clock.advanceMs(300_000);
    expect(await prove({ kind: "passkey", credential: expired })).toEqual(noPasskey);
  });
});

describe("a flood of guesses", () => {
  it("is turned away by account and source, and keeps its owner out nowhere", async () => {
    const { token, app, session } = await ready();
    const thief = inSession(identity, await opened(identity, token.accountId));
    const { perSourceAndHour, strangersPerDay } = throttleLimits.factorGuesses;
    const guess = (place: number) =>
      thief.prove(
        { kind: "totp", code: codeAt(identity, app.secret, -10 * stepMs) },
        { source: { address: `198.51.100.${place}`, device: null } },
      );
    for (let guesses = 0; guesses < perSourceAndHour; guesses += 1) {
      expect(await guess(1)).toEqual(wrongCode);
    }
    expect(await guess(1)).toMatchObject({ refusal: { code: "too-many-requests" } });
    for (let place = 2; place <= 1 + strangersPerDay / perSourceAndHour; place += 1) {
      for (let guesses = 0; guesses < perSourceAndHour; guesses += 1) await guess(place);
    }
    expect(await guess(99)).toMatchObject({ refusal: { code: "too-many-requests" } });

    // She comes from where she proved it before, or has what nobody guesses.
    const code = codeAt(identity, app.secret);
    expect((await session.prove({ kind: "totp", code })).kind).toBe("replied");
    const elsewhere = { address: "192.0.2.1", device: null };
    const [recovery = ""] = app.recoveryCodes;
    const proof = { kind: "recovery-code", code: recovery } as const;
    expect((await session.prove(proof, { source: elsewhere })).kind).toBe("replied");
    expect((await listed(token)).recovery_codes_left).toBe(9);
    expect(identity.logged()).toContain('"securityEvent":"second-factor-failed"');
  });

  it("is no larger by what its owner proves meanwhile, from elsewhere or from her own network", async () => {
    const { token, app, session } = await ready();
    const thief = inSession(identity, await opened(identity, token.accountId));
    const { perSourceAndHour, strangersPerDay, knownPerHour } = throttleLimits.factorGuesses;
    /** How many of so many guesses are compared; behind them she proves hers. */
    const guessed = async (address: string, guesses: number) => {
      const code = codeAt(identity, app.secret, -10 * stepMs);
      const source = { address, device: "device of a thief" };
      const found: unknown[] = [];
      for (let guess = 0; guess < guesses; guess += 1) {
        found.push(await thief.prove({ kind: "totp", code }, { source }));
      }
      identity.clock.advanceMs(2 * stepMs);
      const hers = codeAt(identity, app.secret);
      expect((await session.prove({ kind: "totp", code: hers })).kind).toBe("replied");
      return found.filter((each) => JSON.stringify(each) === JSON.stringify(wrongCode)).length;
    };
    let [elsewhere, near] = [0, 0];
    for (let place = 1; place <= 2 * (strangersPerDay / perSourceAndHour); place += 1) {
      elsewhere += await guessed(`198.51.100.${place}`, perSourceAndHour);
    }
    for (let round = 1; round <= 2; round += 1) near += await guessed(desk.address, knownPerHour);

    // Her own first proof came from where nobody knew her, and was one of the day's.
    expect([elsewhere, near]).toEqual([strangersPerDay - 1, knownPerHour]);
  });
});

describe("who has lost everything", () => {
  it("begins anew by the shell, which ends her sessions and tells her", async () => {
    const { who, token, app } = await ready();
    expect(await admins.resetSecondFactors("nobody@example.org", "canary")).toBeUndefined();
    const accountId = await admins.resetSecondFactors(who.email.toUpperCase(), "canary");

    expect(accountId).toBe(token.accountId);
    expect(await isLive(identity, token)).toBe(false);
    const fresh = await opened(identity, token.accountId);
    expect(await listed(fresh)).toMatchObject({ factors: [], recovery_codes_left: 0 });
    const { prove } = inSession(identity, fresh);
    expect((await prove({ kind: "totp", code: codeAt(identity, app.secret) })).kind).toBe(
      "refused",
    );
    await enrolled(identity, fresh, who.password);
    expect(await identity.request(GetUser, { accountId: token.accountId })).toMatchObject({
      data: { user: { rulings: [{ what: { second_factors: "reset" }, reason: "canary" }, {}] } },
    });
    expect((await subjectsTo(who.email)).join()).toContain("ont été supprimés");
  });
});

describe("identity's word for an act of the staff", () => {
  const ask = async (held: SessionToken, name: "list-users" | "create-api-key") => {
    const { token } = issueToken(
      await signingKey(),
      { ...held, country: "BJ" },
      identity.clock.now(),
    );
    const result = await identity.request(AssertStaffAct, {
      credential: { kind: "token", token },
      service: "identity",
      request: name,
      bodyHash: createHash("sha256").update("{}").digest("base64url"),
      address: "192.0.2.1",
    });
    if (result.kind === "refused") return result.refusal.code;
    const said = result.kind === "replied" ? claimsIn(result.data.assertion) : undefined;
    return said?.sub === held.accountId && said.sid === held.sessionId ? result.kind : said;
  };

  it("names her session, and is given to who has proved a second factor in the session, on money to who did it lately", async () => {
    const { who, token } = await hired();
    for (const act of ["list-users", "create-api-key"] as const) {
      expect(await ask(token, act)).toBe("second-factor-required");
    }
    const app = await enrolled(identity, token, who.password);
    const other = await opened(identity, token.accountId);
    expect(await ask(other, "list-users")).toBe("second-factor-required");
    expect(await ask(token, "list-users")).toBe("replied");
    expect(await ask(token, "create-api-key")).toBe("replied");

    identity.clock.advanceMs(600_000);
    expect(await ask(token, "list-users")).toBe("replied");
    expect(await ask(token, "create-api-key")).toBe("step-up-required");
    const code = codeAt(identity, app.secret);
    await inSession(identity, token).prove({ kind: "totp", code });
    expect(await ask(token, "create-api-key")).toBe("replied");
  });
});

describe("what is stored of second factors", () => {
  it("opens nothing: keys are sealed, recovery codes hashed", async () => {
    const { token, app } = await ready();
    const rows = await identity.database.query<{ text: string }>(
      CompiledQuery.raw(
        `select row_to_json(second_factors)::text as text from second_factors where account_id = $1
         union all select row_to_json(recovery_codes)::text from recovery_codes where account_id = $1`,
        [token.accountId],
      ),
    );
    expect(rows).toHaveLength(11);
    const hex = (text: string) => Buffer.from(text).toString("hex");
    for (const { text } of rows) {
      for (const code of [app.secret, ...app.recoveryCodes]) {
        expect(text).not.toContain(code);
        expect(text).not.toContain(hex(code));
      }
    }
  });
});
