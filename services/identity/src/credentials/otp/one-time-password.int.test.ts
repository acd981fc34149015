import { LogIn, VerifyOtp } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { isLongRun } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import {
  activated,
  eventsOf,
  invalidCode,
  mailedCode,
  person,
  registered,
  useIdentity,
  wrongCode,
} from "../../identity.fixture.ts";
import { otpLimits } from "./otp-limits.ts";

const identity = await useIdentity();

describe("a one-time password", () => {
  const verifyById = (userId: AccountId, code: string, commandId?: string) =>
    identity.request(VerifyOtp, { userId, email: null, code }, commandId);
  const verifyByEmail = (email: string, code: string) =>
    identity.request(VerifyOtp, { userId: null, email, code });
  const activationsOf = (accountId: AccountId) => eventsOf(identity, accountId, "AccountActivated");

  it("has one success when it is used fifty times at once", async () => {
    const accountId = await registered(identity, person());
    const code = await mailedCode(identity, accountId);
    const results = await Promise.all(
      Array.from({ length: 50 }, () => verifyById(accountId, code)),
    );
    expect(results.filter((result) => result.kind === "replied")).toHaveLength(1);
    const others = results.filter((result) => result.kind !== "replied");
    for (const other of others) expect(other).toEqual(invalidCode);
    expect(await activationsOf(accountId)).toHaveLength(1);
  });

  it("answers a repeated command as the first time, and a second command as a used code", async () => {
    const accountId = await registered(identity, person());
    const code = await mailedCode(identity, accountId);
    const commandId = `verify-${accountId}`;
    const first = await verifyById(accountId, code, commandId);
    expect(first.kind).toBe("replied");
    expect(await verifyById(accountId, code, commandId)).toEqual(first);
    expect(await verifyById(accountId, code)).toEqual(invalidCode);
    expect(await activationsOf(accountId)).toHaveLength(1);
  });

  it("gives both copies of one command sent at the same moment the same answer", async () => {
    const accountId = await registered(identity, person());
    const code = await mailedCode(identity, accountId);
    const [one, other] = await Promise.all([
      verifyById(accountId, code, `twice-${accountId}`),
      verifyById(accountId, code, `twice-${accountId}`),
    ]);
    expect(one?.kind).toBe("replied");
    expect(other).toEqual(one);
  });

  it("is dead after five wrong guesses, however many come at once", async () => {
    const accountId = await registered(identity, person());
    const code = await mailedCode(identity, accountId);
    for (let round = 0; round < (isLongRun() ? 10 : 2); round += 1) {
      const policy = await Promise.all(
        Array.from({ length: 100 }, () => verifyById(accountId, wrongCode(code))),
      );
      for (const attempt of policy) expect(attempt).toEqual(invalidCode);
    }
    const [row] = await identity.database.query<{ attempts: number }>(
      CompiledQuery.raw("select attempts from otps where account_id = $1", [accountId]),
    );
    expect(row?.attempts).toBe(otpLimits.attemptsMax);
    expect(await verifyById(accountId, code)).toEqual(invalidCode);
    expect(await activationsOf(accountId)).toHaveLength(0);
  });

  it("still works after four wrong guesses", async () => {
    const accountId = await registered(identity, person());
    const code = await mailedCode(identity, accountId);
    for (let each = 1; each < otpLimits.attemptsMax; each += 1) {
      expect(await verifyById(accountId, wrongCode(code))).toEqual(invalidCode);
    }
    expect((await verifyById(accountId, code)).kind).toBe("replied");
  });

  it("expires after ten minutes", async () => {
    const [early, late] = [
      await registered(identity, person()),
      await registered(identity, person()),
    ];
    const codes = [await mailedCode(identity, early), await mailedCode(identity, late)] as const;
    identity.clock.advanceMs(otpLimits.lifeMs - 1);
    expect((await verifyById(early, codes[0])).kind).toBe("replied");
    identity.clock.advanceMs(1);
    expect(await verifyById(late, codes[1])).toEqual(invalidCode);
  });

  it("opens no other account", async () => {
    const [mine, theirs] = [
      await registered(identity, person()),
      await registered(identity, person()),
    ];
    const code = await mailedCode(identity, mine);
    const theirCode = await mailedCode(identity, theirs);
    if (code === theirCode) return;
    expect(await verifyById(theirs, code)).toEqual(invalidCode);
    expect((await verifyById(mine, code)).kind).toBe("replied");
  });

  it("activates the registration it was sent for, with its password, and voids the others", async () => {
    const stranger = person({ name: "Somebody Else", password: "the stranger's password" });
    const owner = person({ email: stranger.email });
    const strangersId = await registered(identity, stranger);
    const ownersId = await registered(identity, owner);
    const strangersCode = await mailedCode(identity, strangersId);
    const code = await mailedCode(identity, ownersId);
    const verified = await verifyByEmail(owner.email, code);
    expect(verified).toMatchObject({ kind: "replied", data: { user: { id: ownersId } } });

    expect(await verifyById(strangersId, strangersCode)).toEqual(invalidCode);
    const { email } = owner;
    expect((await identity.request(LogIn, { email, password: owner.password })).kind).toBe(
      "replied",
    );
    expect(await identity.request(LogIn, { email, password: stranger.password })).toMatchObject({
      kind: "refused",
      refusal: { code: "invalid-credentials" },
    });
    const left = await identity.database.query<{ account_id: string }>(
      CompiledQuery.raw("select account_id from account_contacts where email = $1", [email]),
    );
    expect(left).toEqual([{ account_id: ownersId }]);
  });

  it("counts a guess by address on every pending registration of the address", async () => {
    const one = person();
    const ids = [await registered(identity, one), await registered(identity, one)];
    const codes = await Promise.all(ids.map((id) => mailedCode(identity, id)));
    const wrong = ["000000", "111111", "222222"].find((each) => !codes.includes(each)) ?? "";
    for (let each = 1; each <= otpLimits.attemptsMax; each += 1) {
      expect(await verifyByEmail(one.email, wrong)).toEqual(invalidCode);
    }
    for (const [index, id] of ids.entries()) {
      expect(await verifyById(id, codes[index] ?? "")).toEqual(invalidCode);
    }
  });

  it("lets one of two registrations of an address win when both are proved at once", async () => {
    const one = person();
    const ids = [await registered(identity, one), await registered(identity, one)];
    const codes = await Promise.all(ids.map((id) => mailedCode(identity, id)));
    const results = await Promise.all(ids.map((id, index) => verifyById(id, codes[index] ?? "")));
    expect(results.filter((result) => result.kind === "replied")).toHaveLength(1);
    expect(results.filter((result) => result.kind === "refused")).toEqual([invalidCode]);
  });

  it("of a registration that slipped in while another of its address was proved opens nothing", async () => {
    const owner = person();
    await activated(identity, owner);
    const lateId = await registered(identity, person());
    const code = await mailedCode(identity, lateId);
    // What a registration leaves that began before the activation and committed after it.
    await identity.database.query(
      CompiledQuery.raw("update account_contacts set email = $2 where account_id = $1", [
        lateId,
        owner.email,
      ]),
    );
    expect(await verifyById(lateId, code)).toEqual(invalidCode);
    expect(await activationsOf(lateId)).toHaveLength(0);
  });

  it("is refused for an id and an address that nobody has, and without either", async () => {
    const { email } = person();
    expect(await verifyByEmail(email, "123456")).toEqual(invalidCode);
    expect(
      await identity.request(VerifyOtp, { userId: null, email: null, code: "123456" }),
    ).toEqual(invalidCode);
  });

  it("is stored so that the database alone does not give it away", async () => {
    const accountId = await registered(identity, person());
    const code = await mailedCode(identity, accountId);
    const [row] = await identity.database.query<{ text: string }>(
      CompiledQuery.raw(
        "select encode(code_hmac, 'hex') || otp_id::text as text from otps where account_id = $1",
        [accountId],
      ),
    );
    expect(row?.text).toHaveLength(64 + 36);
    expect(Buffer.from(row?.text.slice(0, 64) ?? "", "hex").toString("latin1")).not.toContain(code);
  });
});
