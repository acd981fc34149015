import { type AccountId, newId, plusMs } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { activated, person, useIdentity } from "../identity.fixture.ts";
import { mailLimits } from "./mail-limits.ts";
import { queueOrderMail } from "./order-mails.ts";

const identity = await useIdentity();

const queue = (accountId: AccountId) => {
  const at = identity.clock.now();
  const usefulUntil = plusMs(at, mailLimits.noticeLifeMs);
  const mail = { accountId, kind: "order-failing", transactionId: null, at, usefulUntil } as const;
  return identity.database.query(queueOrderMail(mail));
};

describe("mails about standing orders", () => {
  it("reach people behind a full batch of those whose people are erased", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const before = identity.sink.mails.length;
    for (let count = 0; count < mailLimits.batchMax; count += 1) {
      await queue(newId<"AccountId">());
    }
    identity.clock.advanceMs(1_000);
    await queue(accountId);
    await eventually("the mail", async () => identity.sink.mails.length > before);

    // Its row goes once the server has answered, which is behind what it received.
    const left = await eventually("its row is gone", async () => {
      const rows = await identity.database.query<{ account_id: string; attempts: number }>(
        CompiledQuery.raw("select account_id, attempts from order_mails"),
      );
      return rows.length === mailLimits.batchMax && rows;
    });
    expect(left.every((each) => each.account_id !== accountId && each.attempts === 0)).toBe(true);
  });
});
