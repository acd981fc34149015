import { RequestCode, VerifyOtp } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { fillMailboxes } from "../database/migrations/0005-fill-mailboxes.ts";
import { renameMailboxes } from "../database/migrations/0018-rename-mailboxes.ts";
import {
  activated,
  codesMailedTo,
  invalidCode,
  mailedCode,
  person,
  registered,
  useIdentity,
} from "../identity.fixture.ts";
import { countedMailbox } from "./counted-mailbox.ts";

const identity = await useIdentity();
const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  identity.database.query<Row>(CompiledQuery.raw(text, [...values]));

describe("a mailbox", () => {
  it.each([
    ["a.w.a+tag@googlemail.com", "awa@gmail.com"],
    ["awa@gmail.com", "awa@gmail.com"],
    ["a_wa-d.iallo+x+y@pm.me", "awadiallo@proton.me"],
    ["awa.diallo+x@outlook.com", "awa.diallo@outlook.com"],
    ["awa@hotmail.com", "awa@hotmail.com"],
    ["awa+x@fastmail.fm", "awa@fastmail.fm"],
    ["awa.d+x@example.org", "awa.d+x@example.org"],
    ["awa.d+x@me.com", "awa.d@icloud.com"],
    ["awa@protonmail.ch", "awa@proton.me"],
    ["awa.d+x@ya.ru", "awa.d@yandex.ru"],
    ["awa.d+x@zohomail.eu", "awa.d@zohomail.eu"],
    ["awa+x@hotmail.co.uk", "awa@hotmail.co.uk"],
    ["shop@awa.fastmail.com", "awa@fastmail.com"],
    ["shop+x@awa.fastmail.fm", "awa@fastmail.fm"],
    ["awa@yahoo.com", "awa@yahoo.com"],
    ["awa-x+y@yahoo.com", "awa-x+y@yahoo.com"],
    ["awa@mail.awa.example.com", "awa@mail.awa.example.com"],
    ["+x@gmail.com", "+x@gmail.com"],
  ])("of %s is %s", async (email, mailbox) => {
    expect(await rows("select mailbox_of($1) as mailbox", [email])).toEqual([{ mailbox }]);
    const isKnownHow = mailbox !== email || !/^[^+]+\+/.test(email);
    expect(countedMailbox(email)).toBe(isKnownHow ? mailbox : email.replace(/\+[^@]*/, ""));
  });

  const spellings = () => {
    const name = `awa${newId().slice(-12)}`;
    return [`${name}@gmail.com`, `${name}+2@gmail.com`, `a.${name.slice(1)}@googlemail.com`];
  };
  const began = async (email: string) => {
    const accountId = await registered(identity, person({ email }));
    return { accountId, code: await mailedCode(identity, accountId) };
  };
  const verify = ({ accountId, code }: Awaited<ReturnType<typeof began>>) =>
    identity.request(VerifyOtp, { userId: accountId, email: null, code });

  it("is one account, however many spellings of it are verified at once", async () => {
    const begun = await Promise.all(spellings().map(began));
    const results = await Promise.all(begun.map(verify));
    expect(results.filter(({ kind }) => kind === "replied")).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === "refused")).toEqual([invalidCode, invalidCode]);
    const again = await began(spellings()[0] ?? "");
    expect(await verify(again)).toMatchObject({ kind: "replied" });
  });

  it("is free again when its person is erased", async () => {
    const [first = "", second = ""] = spellings();
    const early = await began(second);
    const accountId = await activated(identity, person({ email: first }));
    expect(await verify(early)).toEqual(invalidCode);
    await rows("delete from account_contacts where account_id = $1", [accountId]);
    expect(await verify(await began(second))).toMatchObject({ kind: "replied" });
  });

  it("is its owner's: a registration of another spelling is told her, and gets no code", async () => {
    const [first = "", second = ""] = spellings();
    const owner = await activated(identity, person({ email: first }));
    const stranger = await registered(identity, person({ email: second }));
    await eventually("she is told", async () => {
      const mails = await rows<{ account_id: string }>(
        "select account_id from mails_to_send where kind = 'already-registered'",
      );
      return mails.some(({ account_id: receiver }) => receiver === owner);
    });
    expect(await rows("select 1 from otps where account_id = $1", [stranger])).toEqual([]);
    expect(codesMailedTo(identity, second)).toEqual([]);
  });

  it("keeps the codes of an account that a release before verified under another spelling", async () => {
    const [first = "", second = ""] = spellings();
    const early = await activated(identity, person({ email: second }));
    await rows("delete from mailboxes where account_id = $1", [early]);
    await activated(identity, person({ email: first }));
    const before = codesMailedTo(identity, second).length;
    await identity.request(RequestCode, { reason: "reset", userId: null, email: second });
    await eventually("another mail arrives", () => codesMailedTo(identity, second).length > before);
  });

  it("is that of the first account where a release before verified two", async () => {
    const [first = "", second = ""] = spellings();
    const accountId = await activated(identity, person({ email: first }));
    await rows("delete from mailboxes");
    await rows(
      `insert into account_contacts (account_id, name, email, tag, language, created_at)
       values ($1, 'Awa', $2, $3, 'fr', now())`,
      [newId(), second, newId()],
    );
    await rows("alter table account_contacts disable trigger account_contacts_mailbox");
    await rows("update account_contacts set verified_at = now() where email = $1", [second]);
    await rows("alter table account_contacts enable trigger account_contacts_mailbox");
    if (fillMailboxes.kind !== "backfill") throw new Error("It fills");
    const { batch, start } = fillMailboxes;
    for (const _twice of [1, 2]) await rows(batch, [start, 1_000]);
    const own = "select account_id as id from mailboxes where mailbox = mailbox_of($1)";
    expect(await rows(own, [second])).toEqual([{ id: accountId }]);
    expect(await rows(batch, ["ffffffff-ffff-ffff-ffff-ffffffffffff", 1_000])).toEqual([
      { place: null },
    ]);
  });

  it("has its new name where a step of the schema knows more of its provider, and its first owner", async () => {
    const name = `awa${newId().slice(-12)}`;
    const verifiedAs = async (email: string, mailbox: string) => {
      const accountId = await activated(identity, person({ email: `${newId()}@example.org` }));
      await rows("update account_contacts set email = $2 where account_id = $1", [
        accountId,
        email,
      ]);
      await rows("update mailboxes set mailbox = $2 where account_id = $1", [accountId, mailbox]);
      return accountId;
    };
    const emails = [`${name}@me.com`, `${name}+x@icloud.com`, `${name}@mac.com`];
    const [first, ...others] = [
      await verifiedAs(emails[0] ?? "", emails[0] ?? ""),
      await verifiedAs(emails[1] ?? "", emails[1] ?? ""),
      await verifiedAs(emails[2] ?? "", emails[2] ?? ""),
    ];
    if (renameMailboxes.kind !== "backfill") throw new Error("It fills");
    const { batch, start } = renameMailboxes;
    for (const _twice of [1, 2]) await rows(batch, [start, 1_000]);
    const named = (accountId: string | undefined) =>
      rows("select mailbox from mailboxes where account_id = $1", [accountId]);
    expect(await named(first)).toEqual([{ mailbox: `${name}@icloud.com` }]);
    expect(await named(others[0])).toEqual([{ mailbox: emails[1] }]);
    expect(await named(others[1])).toEqual([{ mailbox: emails[2] }]);
    const stranger = await registered(identity, person({ email: `${name}+y@icloud.com` }));
    const verified = "update account_contacts set verified_at = now() where account_id = $1";
    await expect(rows(verified, [stranger])).rejects.toThrow("taken");
  });

  it("is verified again before that step, too", async () => {
    const accountId = await activated(identity, person());
    await rows("update mailboxes set mailbox = 'of before' where account_id = $1", [accountId]);
    await rows("update account_contacts set verified_at = now() where account_id = $1", [
      accountId,
    ]);
    const own = `select mailbox = mailbox_of(email) as "isNew" from mailboxes
      join account_contacts using (account_id) where account_id = $1`;
    expect(await rows(own, [accountId])).toEqual([{ isNew: true }]);
  });
});
