import {
  ListRevocations,
  LogOut,
  ReportRevocations,
  RevocationBatch,
  revocationsSubject,
} from "@sanu/contracts";
import { newId, plusMs } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { useIdentity } from "../identity.fixture.ts";
import { sessionLimits } from "./session-limits.ts";
import { type HeldToken, isLive, loggedIn, newcomer, refresh } from "./sessions.fixture.ts";

const identity = await useIdentity();

/** Everything that is told from now on. */
function listen() {
  const received: RevocationBatch[] = [];
  const stop = identity.gateway.subscribeCore(
    revocationsSubject(identity.gateway.namespace),
    (text) => void received.push(RevocationBatch.parse(JSON.parse(text))),
  );
  return {
    received,
    stop,
    ids: () => received.flatMap(({ revocations }) => revocations.map((r) => r.id)),
  };
}

const logOut = ({ sessionId }: HeldToken) => identity.request(LogOut, { sessionId });

async function list(afterSequence: number) {
  const result = await identity.request(ListRevocations, { afterSequence });
  if (result.kind !== "replied") throw new Error("not answered");
  const { at, ...page } = result.data;
  expect(at).toBe(identity.clock.now());
  return page;
}

describe("the news of revocations", () => {
  it("is told several times a second, also when there is none", async () => {
    const { received, stop } = listen();
    await eventually("four beats", () => received.length >= 4);
    stop();
    const { sequence } = await list(0);
    for (const news of received) {
      const at = identity.clock.now();
      const publisher = expect.any(String);
      expect(news).toEqual({ afterSequence: sequence, sequence, revocations: [], at, publisher });
    }
  });

  it("says which replica tells it, for as long as that replica runs", async () => {
    const replica = await identity.startReplica();
    const { received, stop } = listen();
    const publishers = () => received.map(({ publisher }) => publisher);
    await eventually("several beats of both", () => {
      return received.length >= 8 && new Set(publishers()).size >= 2;
    });
    stop();
    await replica.stop();

    expect(publishers()).not.toContain(undefined);
    expect(new Set(publishers()).size).toBe(2);
  });

  it("ends below a place that its sequence has not reached", async () => {
    const { sequence } = await list(0);
    expect(await list(sequence + 5)).toEqual({ sequence, isWhole: true, revocations: [] });
  });

  it("follows each other without a gap, from two replicas that end sessions at once", async () => {
    const replica = await identity.startReplica();
    const { who, token } = await newcomer(identity);
    const tokens = [token];
    for (let login = 1; login < 15; login += 1) tokens.push(await loggedIn(identity, who));
    const before = (await list(0)).sequence;
    const { ids, received, stop } = listen();
    await Promise.all(tokens.map(logOut));
    await eventually("all of them are told", () =>
      tokens.every(({ sessionId }) => ids().includes(sessionId)),
    );
    stop();
    await replica.stop();

    expect((await list(0)).sequence).toBe(before + tokens.length);
    // One replica tells what both wrote: a gateway that hears one of them misses nothing.
    const places = received.filter(({ revocations }) => revocations.length > 0);
    for (const { afterSequence, sequence, revocations } of places) {
      expect(sequence - afterSequence).toBe(revocations.length);
    }
  });

  it("names a session until no token of it can be valid any more", async () => {
    const { token } = await newcomer(identity);
    const at = identity.clock.now();
    const before = (await list(0)).sequence;
    await logOut(token);
    const untilMs = sessionLimits.tokenLifeSeconds * 1_000 + sessionLimits.revocationMarginMs;

    expect(await list(before)).toEqual({
      sequence: before + 1,
      isWhole: true,
      revocations: [{ id: token.sessionId, from: at, until: plusMs(at, untilMs) }],
    });
    identity.clock.advanceMs(untilMs);
    expect(await list(before)).toEqual({ sequence: before + 1, isWhole: true, revocations: [] });
  });

  it("is complete again when a gateway reports what a restored database lost", async () => {
    const { who, token } = await newcomer(identity);
    const other = await loggedIn(identity, who);
    const before = (await list(0)).sequence;
    await logOut(token);
    const { revocations } = await list(before);
    // What a restore does: the newest rows are gone, and what they changed is as it was.
    await identity.database.pipelined([
      CompiledQuery.raw("delete from revocations where sequence > $1", [before]),
      CompiledQuery.raw("update revocation_feed set sequence = $1", [before]),
      CompiledQuery.raw("update sessions set ended_at = null where session_id = $1", [
        token.sessionId,
      ]),
    ]);
    expect(await isLive(identity, token)).toBe(true);

    for (let time = 0; time < 2; time += 1) {
      expect(await identity.request(ReportRevocations, { revocations })).toMatchObject({
        kind: "replied",
      });
    }
    expect(await list(before)).toEqual({ sequence: before + 1, isWhole: true, revocations });
    expect(await refresh(identity, token)).toMatchObject({ kind: "refused" });
    expect(await isLive(identity, token)).toBe(false);
    expect(await isLive(identity, other)).toBe(true);
  });

  it("names a session that began after the moment to which the database was put back", async () => {
    const { token } = await newcomer(identity);
    await identity.database.query(
      CompiledQuery.raw("delete from sessions where session_id = $1", [token.sessionId]),
    );
    const before = (await list(0)).sequence;
    await logOut(token);
    await logOut(token);

    const { revocations } = await list(before);
    expect(revocations.map(({ id }) => id)).toEqual([token.sessionId]);
  });

  it("is read in pieces when there is much of it", async () => {
    const rowsMax = sessionLimits.revocationsPerMessageMax;
    const ids = Array.from({ length: 2 * rowsMax + 1 }, () => newId());
    const at = identity.clock.now();
    const before = (await list(0)).sequence;
    await identity.database.query(
      CompiledQuery.raw("select append_revocations($1, $2, $3)", [ids, at, plusMs(at, 60_000)]),
    );
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let sequence = before; ; ) {
      const page = await list(sequence);
      sizes.push(page.revocations.length);
      seen.push(...page.revocations.map(({ id }) => id));
      sequence = page.sequence;
      if (page.isWhole) break;
    }

    expect(sizes).toEqual([rowsMax, rowsMax, 1]);
    expect(seen).toEqual(ids);
  });

  it("leaves nothing behind when a commit that ended sessions fails", async () => {
    const { token } = await newcomer(identity);
    const before = (await list(0)).sequence;
    const failing = identity.database.transaction(async (session) => {
      await session.query(
        CompiledQuery.raw("select end_sessions(array[$1::uuid], 'test', $2, $2)", [
          token.sessionId,
          identity.clock.now(),
        ]),
      );
      throw new Error("the commit fails");
    });
    await expect(failing).rejects.toThrow("the commit fails");

    expect((await list(0)).sequence).toBe(before);
  });
});
