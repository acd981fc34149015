import { JoinWaitlist, ListWaitlist, type RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { useIdentity } from "../../identity.fixture.ts";

const identity = await useIdentity();

describe("the waitlist", () => {
  const applicant = (
    changes: Partial<RequestInput<typeof JoinWaitlist>> = {},
  ): RequestInput<typeof JoinWaitlist> => ({
    email: `waiting.${newId()}@example.org`,
    name: null,
    whatsapp: null,
    country: null,
    language: "fr",
    idempotency: null,
    ...changes,
  });
  const join = async (who: RequestInput<typeof JoinWaitlist>, commandId?: string) => {
    const result = await identity.request(JoinWaitlist, who, commandId);
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    const { isNew, replayed, responseJson } = result.data;
    const body = JSON.parse(responseJson) as { data: { entry: { id: string; email: string } } };
    return { isNew, replayed, responseJson, entry: body.data.entry };
  };
  const list = async (limit: number, cursor: string | null = null) => {
    const result = await identity.request(ListWaitlist, { limit, cursor });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };

  it("keeps one entry of an address, whatever is entered again and however it is spelled", async () => {
    const who = applicant({ email: "Awa.Waits@Example.org ", name: "Awa", country: "SN" });
    const first = await join(who);
    const again = await join({ ...who, email: "awa.waits@example.org", name: "Somebody" });

    expect(first).toMatchObject({
      isNew: true,
      replayed: false,
      entry: { id: expect.any(String), email: "awa.waits@example.org" },
    });
    expect(JSON.parse(first.responseJson)).toEqual({
      success: true,
      message: "Vous êtes sur la liste d'attente.",
      data: { entry: first.entry },
    });
    expect(again).toEqual({ ...first, isNew: false });
    const english = await join({ ...who, language: "en" });
    expect(english.responseJson).toContain("You are on the waitlist.");
    const { rows } = await list(100);
    expect(rows.filter(({ email }) => email === "awa.waits@example.org")).toEqual([
      {
        ...first.entry,
        name: "Awa",
        whatsapp: null,
        country: "SN",
        created_at: "2026-11-21T10:00:00.000000Z",
      },
    ]);
  });

  it("keeps one entry when fifty come at once", async () => {
    const who = applicant();
    const answers = await Promise.all(Array.from({ length: 50 }, () => join(who)));

    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map(({ entry }) => entry.id)).size).toBe(1);
  });

  it("answers a command that comes twice as the first time", async () => {
    const who = applicant();
    const commandId = newId();

    expect(await join(who, commandId)).toEqual(await join(who, commandId));
  });

  it("gives the first answer again under the same key, byte for byte, and refuses another body", async () => {
    const key = newId<string>();
    const who = applicant({ idempotency: { key, bodyHash: "one" } });
    const first = await join(who);
    expect(first).toMatchObject({ isNew: true, replayed: false });
    // Another language, and later: what was answered stays answered.
    expect(await join({ ...who, language: "en" })).toEqual({ ...first, replayed: true });
    const other = { ...who, idempotency: { key, bodyHash: "two" } };
    expect(await identity.request(JoinWaitlist, other)).toEqual({
      kind: "refused",
      refusal: { code: "idempotency-key-reused" },
    });
    // The same key of another address is another key.
    const another = await join(applicant({ idempotency: { key, bodyHash: "two" } }));
    expect(another).toMatchObject({ isNew: true, replayed: false });
  });

  it("answers fifty copies of one key alike", async () => {
    const who = applicant({ idempotency: { key: newId<string>(), bodyHash: "one" } });
    const all = await Promise.all(Array.from({ length: 50 }, () => join(who)));

    expect(new Set(all.map(({ responseJson, isNew }) => `${isNew} ${responseJson}`)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it("keeps a number in its international form and refuses what is none", async () => {
    const who = applicant({ whatsapp: "00229 01 96 00 00 01" });
    const { entry } = await join(who);

    const { rows } = await list(100);
    expect(rows.find(({ id }) => id === entry.id)?.whatsapp).toBe("+2290196000001");
    expect(await identity.request(JoinWaitlist, applicant({ whatsapp: "12" }))).toEqual({
      kind: "refused",
      refusal: { code: "validation-failed", fields: { whatsapp: ["invalid-phone-number"] } },
    });
  });

  it("is read in pages from the newest to the oldest, each entry once", async () => {
    identity.clock.advanceMs(1_000);
    const ids: string[] = [];
    for (let each = 0; each < 7; each += 1) {
      if (each % 3 === 0) identity.clock.advanceMs(1);
      ids.push((await join(applicant())).entry.id);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const { rows, nextCursor } = await list(3, cursor);
      seen.push(...rows.map(({ id }) => id));
      cursor = nextCursor;
      // Who comes meanwhile stands before the pages that follow.
      if (page === 0) await join(applicant());
    }

    expect(new Set(seen).size).toBe(9);
    expect(seen.slice(0, 7).toSorted()).toEqual(ids.toSorted());
    expect(await identity.request(ListWaitlist, { limit: 3, cursor: "forged" })).toMatchObject({
      refusal: { code: "validation-failed", fields: { cursor: ["invalid"] } },
    });
  });
});
