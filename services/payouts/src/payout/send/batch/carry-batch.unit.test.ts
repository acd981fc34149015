import { instant } from "@sanu/kernel";
import type { Attempt } from "@sanu/platform";
import { destinationHmac } from "@sanu/platform";
import type { BatchPreparation, SendOrder } from "@sanu/rails";
import { expect, it } from "vitest";
import { orderOf, transfers } from "../../payout.fixture.ts";
import { prepareBatch } from "./carry-batch.ts";

type Deps = Parameters<typeof prepareBatch>[0];

const receivers = [
  "bc1q77sxc264ahed883rqv80czh6jyhsvxdmg879dj",
  "bc1qnrzx4ymy5cvf9q4v8fka98yyha5uhmxl53zl2w",
];
const hmacKey = Buffer.alloc(32, 1);
const attempts = receivers.map(
  (_, at) =>
    ({ attemptId: `${at}`, fence: 1n, nextAt: instant("2026-11-23T12:00:00.000000Z") }) as Attempt,
);

/** A node that says what it was asked for, and neighbours that answer everything. */
function surroundings(mayCall: () => boolean, held: readonly string[] = []) {
  const asked: (readonly SendOrder[])[] = [];
  const deps = {
    rail: {
      async prepareBatch(orders: readonly SendOrder[]): Promise<BatchPreparation> {
        asked.push(orders);
        return { kind: "rejected", reason: "no-route", keys: [] };
      },
    },
    records: { takePlace: async () => true },
    request: async (_: unknown, { transactionId }: { readonly transactionId: string }) => {
      const destination = receivers[Number(transactionId)];
      return { kind: "replied", data: { destination, hmacKey: hmacKey.toString("base64url") } };
    },
    network: "mainnet",
    terms: { feeLimitBasisPoints: 100n },
    statusCheckFirstMs: 1,
    mayCall,
    async stateOf({ attemptId }: Attempt) {
      const receiverHmac = destinationHmac(hmacKey, receivers[Number(attemptId)] ?? "");
      const transfer = { ...transfers.send, receiverKind: "onchain", receiverHmac } as const;
      const order = { ...orderOf(transfer), transactionId: attemptId };
      return { status: "requested", order, isHoldRequested: held.includes(attemptId) };
    },
  };
  return { asked, deps: deps as unknown as Deps };
}

it("asks a node only while all are held long enough, and else leaves everything as it is", async () => {
  const held = surroundings(() => true);
  expect((await prepareBatch(held.deps, attempts)).writes).toHaveLength(2);
  expect(held.asked).toHaveLength(1);

  const late = surroundings(() => false);
  expect(await prepareBatch(late.deps, attempts)).toEqual({ stored: [], writes: [] });
  expect(late.asked).toEqual([]);
});

it("leaves out what shall be held, which its own preparation takes back", async () => {
  const { asked, deps } = surroundings(() => true, ["0"]);
  expect((await prepareBatch(deps, attempts)).writes).toHaveLength(2);
  expect(asked).toEqual([]);
});
