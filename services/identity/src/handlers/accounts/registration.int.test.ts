import { Register } from "@sanu/contracts";
import { brokenConstraint } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { otpLimits } from "../../credentials/otp/otp-limits.ts";
import { activated, person, registered, useIdentity } from "../../identity.fixture.ts";
import { assertMayRegister } from "./registration-writes.ts";

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
    const mails = await identity.database.query(CompiledQuery.raw("select 1 from mails_to_send"));
    expect(mails).toHaveLength(1);
  });

  it("of a verified address is refused by field, whatever its capitals", async () => {
    const who = person();
    await activated(identity, who);
    expect(await identity.request(Register, person({ email: who.email.toUpperCase() }))).toEqual({
      kind: "refused",
      refusal: { code: "validation-failed", fields: { email: ["taken"] } },
    });
  });

  it("sends at most four codes an hour to an address, also when many ask at once", async () => {
    const who = person();
    const results = await Promise.all(
      Array.from({ length: 12 }, () => identity.request(Register, who)),
    );
    expect(results.filter((result) => result.kind === "replied")).toHaveLength(otpLimits.sentMax);
    expect(await identity.request(Register, who)).toEqual({
      kind: "refused",
      refusal: { code: "too-many-requests", params: { retryAfterSeconds: "3600" } },
    });
    identity.clock.advanceMs(otpLimits.sentWindowMs);
    expect((await identity.request(Register, who)).kind).toBe("replied");
  });

  it("gives every person of one name a tag of her own, also when they come together", async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, () => identity.request(Register, person({ name: "Same Name" }))),
    );
    const tags = results.map((result) =>
      result.kind === "replied" ? result.data.user.tag : result.kind,
    );
    expect(new Set(tags).size).toBe(12);
    for (const tag of tags) expect(tag).toMatch(/^samename\d*$/);
  });

  it("waits for another one of its address and then counts it", async () => {
    const who = person();
    for (let sent = 1; sent < otpLimits.sentMax; sent += 1) await registered(identity, who);
    const question = assertMayRegister(who.email, identity.clock.now());
    const order: string[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await identity.database.transaction(async (session) => {
      await session.query(question);
      second = identity.database.query(question).catch((error: unknown) => {
        order.push(`second: ${brokenConstraint(error)}`);
      });
      await session.query(
        CompiledQuery.raw(
          `insert into otps (otp_id, account_id, purpose, code_hmac, created_at, expires_at)
           select gen_random_uuid(), account_id, purpose, code_hmac, otps.created_at, expires_at
           from otps join account_contacts using (account_id) where email = $1 limit 1`,
          [who.email],
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push("first: committed");
    });
    await second;
    expect(order).toEqual(["first: committed", "second: otps_per_address"]);
  });
});
