import { CreateTransaction, type RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { order } from "../orders.fixture.ts";
import { type RunningTransactions, startTransactions } from "../transactions.fixture.ts";

const copies = 50;

describe.each([
  { name: "answered at once", env: { LINK_WAIT_MS: "0" } },
  { name: "that waits for its link", env: { LINK_WAIT_MS: "300" } },
])("an idempotency key of an order $name", ({ env }) => {
  let running: RunningTransactions;

  beforeAll(async () => {
    running = await startTransactions({ env });
  });

  afterAll(() => running.stop());

  const keyed = (
    changes: Partial<RequestInput<typeof CreateTransaction>> = {},
    key: string = newId(),
  ) => order({ idempotency: { key, bodyHash: "hash" }, ...changes });
  const streamsOf = (accountId: string) =>
    running.rowsOf("select 1 from transaction_list where account_id = $1", [accountId]);
  /** What a busy service cannot take is sent again, as the gateway does. */
  const answered = async (asked: RequestInput<typeof CreateTransaction>) => {
    const result = await eventually("it is answered", async () => {
      const answer = await running.request(CreateTransaction, asked);
      return answer.kind !== "unavailable" && answer;
    });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };

  it("makes one transaction and 50 equal answers of 50 parallel copies", async () => {
    const asked = keyed();
    const answers = await Promise.all(
      Array.from({ length: copies }, () => answered({ ...asked, commandId: newId<"CommandId">() })),
    );

    expect(new Set(answers.map((one) => one.responseJson)).size).toBe(1);
    expect(answers.filter((one) => !one.replayed)).toHaveLength(1);
    expect(await streamsOf(asked.accountId)).toHaveLength(1);
    expect(
      await running.rowsOf("select reserved_xof from allowances where account_id = $1", [
        asked.accountId,
      ]),
    ).toEqual([{ reserved_xof: 10_000n }]);
  });

  it("replays the frozen answer later, byte for byte, whatever became of the order", async () => {
    const asked = keyed();
    const first = await answered(asked);
    running.clock.advanceMs(60_000);
    const later = await answered({ ...asked, commandId: newId<"CommandId">() });

    expect(first.replayed).toBe(false);
    expect(later).toEqual({ responseJson: first.responseJson, replayed: true });
  });

  it("is refused with another body", async () => {
    const asked = keyed();
    await answered(asked);
    const other = { key: asked.idempotency?.key ?? "", bodyHash: "another" };

    expect(
      await running.request(CreateTransaction, {
        ...asked,
        commandId: newId<"CommandId">(),
        idempotency: other,
      }),
    ).toEqual({ kind: "refused", refusal: { code: "idempotency-key-reused" } });
  });

  it("is another key for another person", async () => {
    const key: string = newId();
    const [mine, theirs] = [keyed({}, key), keyed({}, key)];

    expect((await answered(mine)).responseJson).not.toBe((await answered(theirs)).responseJson);
    expect(await streamsOf(theirs.accountId)).toHaveLength(1);
  });

  it("is not spent on a refusal", async () => {
    const asked = keyed({ amountXof: "1" });
    expect(await running.request(CreateTransaction, asked)).toMatchObject({ kind: "refused" });

    expect(
      (await answered({ ...asked, commandId: newId<"CommandId">(), amountXof: "500" })).replayed,
    ).toBe(false);
  });

  it("is not needed for the gateway's own retry of a command", async () => {
    const asked = order();
    const [first, second] = await Promise.all([answered(asked), answered(asked)]);
    const third = await answered(asked);

    expect([second, third]).toEqual([first, first]);
    expect(await streamsOf(asked.accountId)).toHaveLength(1);
  });

  it("is no replay when the gateway itself asks again", async () => {
    const asked = keyed();
    const first = await answered(asked);

    expect(await answered(asked)).toEqual({ ...first, replayed: false });
  });
});
