import { isDeepStrictEqual } from "node:util";
import { LogIn, Register, RequestCode } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { throttleLimits } from "../../credentials/throttle/throttle-limits.ts";
import { activated, patiently, person, useIdentity } from "../../identity.fixture.ts";
import { textOf } from "../../mail/mail-sink.fixture.ts";

const identity = await useIdentity();

describe("a registration", () => {
  it("is made once when its command arrives twice, one after the other or together", async () => {
    const who = person();
    const results = await Promise.all([
      identity.request(Register, who, "register-once"),
      identity.request(Register, who, "register-once"),
    ]);
    results.push(await identity.request(Register, who, "register-once"));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]?.kind).toBe("replied");
    const rowsOf = (table: string) =>
      identity.database.query(CompiledQuery.raw(`select from ${table}`));
    await eventually("every code that was asked for is written", async () => {
      return (await rowsOf("code_requests")).length === 0;
    });
    expect(await rowsOf("mails_to_send")).toHaveLength(1);
  });

  it("of a verified address looks like any other, whatever its capitals, and its owner is told", async () => {
    const owner = person();
    const ownersId = await activated(identity, owner);
    const mailsOf = (email: string) => identity.sink.mails.filter(({ to }) => to === email);
    const stranger = person({
      email: owner.email.toUpperCase(),
      password: "the stranger's password",
    });
    const nobody = person({ password: stranger.password });
    const known = await identity.request(Register, stranger);
    const unknown = await identity.request(Register, nobody);
    const shape = (result: typeof known) =>
      JSON.stringify(result).replaceAll(/[0-9a-f-]{36}|awa\.\w+@|"tag":"\w+"/g, "");
    expect(shape(known)).toBe(shape(unknown));

    const strangersId = known.kind === "replied" ? known.data.user.id : "";
    await eventually("the owner is told", () => mailsOf(owner.email).length === 2);
    await identity.request(RequestCode, {
      reason: "regenerate",
      userId: strangersId as AccountId,
      email: null,
    });
    await eventually("she is told again", () => mailsOf(owner.email).length === 3);
    for (const mail of mailsOf(owner.email).slice(1)) {
      expect(textOf(mail)).toContain("Rien n'a changé");
      expect(mail.source).not.toContain(strangersId);
    }
    // And a login does not tell either: where the registration came from it is pending, known or not.
    const logIn = (email: string, password: string, address: string) =>
      identity.request(LogIn, { email, password, source: { address, device: null } });
    for (const { email } of [owner, nobody]) {
      expect(await logIn(email, stranger.password, "192.0.2.9")).toMatchObject({
        refusal: { code: "invalid-credentials" },
      });
    }
    expect(await identity.request(LogIn, stranger)).toMatchObject({
      refusal: { code: "account-not-verified" },
    });
    expect(await logIn(owner.email, owner.password, "192.0.2.9")).toMatchObject({
      data: { user: { id: ownersId } },
    });
  });

  it("sends at most four codes an hour to an address, also when many ask at once", async () => {
    const who = person();
    const results = await Promise.all(
      Array.from({ length: 12 }, () => identity.request(Register, who)),
    );
    const tooMany = {
      kind: "refused",
      refusal: { code: "too-many-requests", params: { retryAfterSeconds: "3600" } },
    };
    // The others are registered, or told that the service is busy.
    const { perSource } = throttleLimits.codesPerHour;
    expect(results.filter((result) => isDeepStrictEqual(result, tooMany))).toHaveLength(
      results.length - perSource,
    );
    expect(results.map(({ kind }) => kind)).toContain("replied");
    expect(await identity.request(Register, who)).toEqual(tooMany);
    identity.clock.advanceMs(throttleLimits.hourMs);
    expect((await patiently(identity, Register, who)).kind).toBe("replied");
  });

  it("that could not be taken in time costs no code: who was told to come back is registered when she does", async () => {
    const who = person();
    const context = { correlationId: "test", causationId: "" };
    for (let each = 0; each < 6; each += 1) {
      // Nobody who waits for less than a hash takes is taken.
      const options = { context: { ...context, causationId: newId() }, timeoutMs: 99 };
      expect(await identity.gateway.request(Register, who, options)).not.toMatchObject({
        kind: "replied",
      });
    }
    const results = await Promise.all(
      Array.from({ length: 6 }, () => patiently(identity, Register, who)),
    );
    expect(results.filter(({ kind }) => kind === "replied")).toHaveLength(
      throttleLimits.codesPerHour.asked,
    );
  });

  it("gives every person of one name a tag of her own, also when they come together", async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, () =>
        patiently(identity, Register, person({ name: "Same Name" })),
      ),
    );
    const tags = results.map((result) =>
      result.kind === "replied" ? result.data.user.tag : result.kind,
    );
    expect(new Set(tags).size).toBe(12);
    for (const tag of tags) expect(tag).toMatch(/^samename\d*$/);
  });
});
