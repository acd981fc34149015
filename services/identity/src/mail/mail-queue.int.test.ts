import { Register } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { otpLimits } from "../credentials/otp/otp-limits.ts";
import {
  mailedCode,
  person,
  type RunningIdentity,
  registered,
  startIdentity,
} from "../identity.fixture.ts";
import { mailLimits } from "./mail-limits.ts";

interface MailRow {
  readonly code: string | null;
  readonly attempts: number;
  /** An attempt is counted when it begins. */
  readonly is_under_way: boolean;
  readonly sent_at: string | null;
  readonly abandoned_at: string | null;
}

describe("the mail queue", () => {
  let identity: RunningIdentity;

  beforeEach(async () => {
    identity = await startIdentity();
  });
  afterEach(() => identity.stop());

  const mailOf = async (accountId: string): Promise<MailRow | undefined> => {
    const [row] = await identity.database.query<MailRow>(
      CompiledQuery.raw(
        `select code, attempts, claimed_until is not null as is_under_way, sent_at, abandoned_at
         from mails_to_send where account_id = $1`,
        [accountId],
      ),
    );
    return row;
  };
  const failedTimes = (accountId: string, times: number) =>
    eventually(`${times} failed attempts`, async () => {
      const row = await mailOf(accountId);
      return row !== undefined && row.attempts >= times && !row.is_under_way ? row : undefined;
    });

  it("takes registrations while the mail server is dead, and sends when it lives again", async () => {
    await identity.sink.stop();
    const answer = await identity.request(Register, person());
    if (answer.kind !== "replied") throw new Error("refused");
    const accountId = answer.data.user.id as AccountId;
    await failedTimes(accountId, 1);
    expect(identity.sink.mails).toHaveLength(0);

    await identity.sink.start();
    identity.clock.advanceMs(mailLimits.longestPauseMs);
    expect(await mailedCode(identity, accountId)).toMatch(/^\d{6}$/);
    await eventually("the code to be forgotten", async () => {
      const row = await mailOf(accountId);
      return row !== undefined && row.sent_at !== null && row.code === null;
    });
    expect(identity.sink.mails).toHaveLength(1);
  });

  it("sends what was queued before a restart", async () => {
    await identity.sink.stop();
    const accountId = await registered(identity, person());
    await failedTimes(accountId, 1);
    await identity.service.stop();
    await identity.sink.start();
    identity.clock.advanceMs(mailLimits.longestPauseMs);
    const after = await identity.startReplica();
    await mailedCode(identity, accountId);
    expect(await after.stop()).toBe(true);
  });

  it("sends each mail once, with two replicas at work", async () => {
    const replica = await identity.startReplica();
    const ids = await Promise.all(Array.from({ length: 20 }, () => registered(identity, person())));
    await Promise.all(ids.map((id) => mailedCode(identity, id)));
    await replica.stop();
    expect(identity.sink.mails).toHaveLength(20);
    expect(new Set(identity.sink.mails.map(({ to }) => to)).size).toBe(20);
  });

  it("gives up when the code has expired, forgets it and says so", async () => {
    await identity.sink.stop();
    const accountId = await registered(identity, person());
    await failedTimes(accountId, 1);
    identity.clock.advanceMs(otpLimits.lifeMs);
    const row = await eventually("the mail to be given up", async () => {
      const found = await mailOf(accountId);
      return found?.abandoned_at ? found : undefined;
    });
    expect(row).toMatchObject({ code: null, sent_at: null });
    await eventually("it is said", () =>
      identity.logged().includes("mails were not sent while they were of use"),
    );
    await identity.sink.start();
    identity.clock.advanceMs(mailLimits.longestPauseMs);
    await registered(identity, person());
    await eventually("the next mail", () => identity.sink.mails.length > 0);
    expect(identity.sink.mails.filter(({ source }) => source.includes(accountId))).toEqual([]);
  });

  it("tries a mail again that may be taken later, and not one that is refused for good", async () => {
    const [full, nobody] = [
      await registered(identity, person({ email: "full.mailbox@example.org" })),
      await registered(identity, person({ email: "nobody.there@example.org" })),
    ];
    await eventually("it is given up", async () => {
      const row = await mailOf(nobody);
      return row !== undefined && row.abandoned_at !== null && row.code === null;
    });
    await failedTimes(full, 1);
    identity.clock.advanceMs(mailLimits.longestPauseMs);
    expect(await failedTimes(full, 2)).toMatchObject({ abandoned_at: null });
    expect(await mailOf(nobody)).toMatchObject({ attempts: 1 });
  });

  it("carries one message id per mail, so that a second copy is recognised", async () => {
    const accountId = await registered(identity, person());
    await mailedCode(identity, accountId);
    const [row] = await identity.database.query<{ mail_id: string }>(
      CompiledQuery.raw("select mail_id from mails_to_send where account_id = $1", [accountId]),
    );
    expect(identity.sink.mails[0]?.source).toContain(`Message-ID: <${row?.mail_id}@identity.sanu>`);
  });
});
