import type { Sandbox } from "@sanu/sandbox";
import { eventually, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect } from "vitest";
import { reviewReasons } from "./logs.ts";
import { isInReview, resolve } from "./staff.ts";

type Operation = Parameters<Parameters<Sandbox["control"]["decideFaults"]>[0]>[0];

/** A call whose answer is lost though the provider acted, and the question about it that nobody answers. */
export interface Silence {
  readonly what: string;
  readonly service: "payments" | "payouts";
  readonly call: Operation;
  readonly question: Operation;
  readonly meanwhile: "PENDING" | "PROCESSING";
  readonly atLast: "COMPLETED" | "FAILED";
  /** Whether the provider did what it was told; it did by default. */
  readonly acts?: boolean;
}

/**
 * Lets an outcome stay unknown for an hour: the staff is asked to look, the owner sees no end, and nothing moves a
 * second time. Then the provider is there again, and its late answer ends the transaction and the review.
 */
export async function expectLateResponse(
  world: World,
  silence: Silence,
  ordering: Ordering,
): Promise<void> {
  await endUnknown(world, silence, {
    ...ordering,
    id: await stayUnknown(world, silence, ordering),
  });
}

/** The first half: the id of a transaction that is in review, because nobody answers. */
export async function stayUnknown(
  world: World,
  silence: Silence,
  { order, statusOf }: Ordering,
): Promise<string> {
  beSilent(world.sandbox, silence);
  const id = await order();
  await eventually("the staff is asked to look", async () => {
    await anHourPasses(world, silence.service, id);
    return isInReview(world, id);
  });
  expect(await reviewReasons(world, id)).toEqual(["outcome-unknown"]);
  expect(await statusOf(id)).toBe(silence.meanwhile);
  return id;
}

/** The second half: the provider is there again. */
export async function endUnknown(
  world: World,
  { service, atLast }: Silence,
  { id, statusOf }: Pick<Ordering, "statusOf"> & { readonly id: string },
): Promise<void> {
  world.sandbox.control.clearFaults();
  await eventually(`the late answer makes it ${atLast}`, async () => {
    await anHourPasses(world, service, id);
    return (await statusOf(id)) === atLast;
  });
  await world.settled();
  expect(await isInReview(world, id)).toBe(false);
  expect(await reviewReasons(world, id)).toEqual(["outcome-unknown"]);
}

/** The staff can do nothing alone about what is unknown: closing it would forget it. */
export async function expectNotToBeClosed(
  world: World,
  admin: string,
  { id, statusOf }: Pick<Ordering, "statusOf"> & { readonly id: string },
): Promise<void> {
  const refund = await resolve(world, admin, { id, resolution: "refund" });
  expect([refund.status, refund.json()]).toMatchObject([400, { code: "nothing-to-refund" }]);
  const closed = await resolve(world, admin, { id, resolution: "close" });
  expect([closed.status, closed.json()]).toMatchObject([400, { code: "outcome-unknown" }]);
  expect([await isInReview(world, id), await statusOf(id)]).toEqual([true, "PROCESSING"]);
}

interface Ordering {
  /** Brings a transaction to the call that is never answered; returns its id. */
  readonly order: () => Promise<string>;
  readonly statusOf: (id: string) => Promise<string>;
}

/** Questions are answered until the call was made: some of them come before it. */
function beSilent({ control }: Sandbox, { call, question, acts = true }: Silence): void {
  let isCalled = false;
  control.decideFaults((operation) => {
    isCalled ||= operation === call;
    if (operation === call) return { mode: "reset", acts };
    return isCalled && operation === question ? { mode: "http-500", acts: false } : undefined;
  });
}

/** What a service waits for in a transaction, and when it asks again, is an hour older. */
function anHourPasses(world: World, service: "payments" | "payouts", id: string): Promise<unknown> {
  return world.databases[service].query(
    CompiledQuery.raw(
      `update attempts set created_at = created_at - interval '1 hour', called_at = called_at - interval '1 hour', next_at = now()
       where state in ('open', 'unknown', 'accepted') and next_at is not null
       and subject_id in (select stream_id from events where data->>'transactionId' = $1)`,
      [id],
    ),
  );
}
