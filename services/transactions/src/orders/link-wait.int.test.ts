import { CreateTransaction, GetDestination, type RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { messagingLimits } from "@sanu/platform";
import { eventually, fairNowMs } from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { detailOf, order, type Placed, placedOf, said } from "../orders.fixture.ts";
import { type RunningTransactions, startTransactions } from "../transactions.fixture.ts";
import { responseLimits } from "./await-response.ts";

/** As long as clients wait at all: a machine that stands still for a moment ends no wait before its link is there. */
const patienceMs = messagingLimits.requestTimeoutMs - responseLimits.marginMs;
const shortWaitMs = 1_000;
const providerUrl = "https://provider.example/pay/1";

const running = await startTransactions({ env: { LINK_WAIT_MS: "30000" } });
const replica = await running.startReplica();
/** Where the wait ends before the link comes. */
const hasty = await startTransactions({ env: { LINK_WAIT_MS: `${shortWaitMs}` } });

afterAll(async () => {
  await replica.stop();
  await running.stop();
  await hasty.stop();
});

describe("an order that waits for the provider's link", () => {
  afterEach(() => running.links.clear());

  /** Places an order without waiting for its answer. */
  const begin = (
    changes: Partial<RequestInput<typeof CreateTransaction>> = {},
    at: RunningTransactions = running,
  ) => {
    const asked = order(changes);
    const [startedAt, fairFrom] = [performance.now(), fairNowMs()];
    const answer = at.request(CreateTransaction, asked).then((result) => {
      if (result.kind !== "replied") throw new Error(JSON.stringify(result));
      const placed = placedOf(asked.accountId, result.data.responseJson);
      return {
        placed,
        text: result.data.responseJson,
        tookMs: performance.now() - startedAt,
        fairMs: fairNowMs() - fairFrom,
      };
    });
    return { asked, answer };
  };

  /** The order's ids, as soon as it is committed. */
  const committed = (asked: RequestInput<typeof CreateTransaction>) =>
    eventually("the order is committed", async () => {
      const [row] = await running.rowsOf<{ payment_id: Placed["paymentId"] }>(
        "select payment_id from transaction_detail where account_id = $1",
        [asked.accountId],
      );
      const transactionId = asked.commandId as string as Placed["transactionId"];
      return row && ({ transactionId, paymentId: row.payment_id } as Placed);
    });

  it("is answered with the link as soon as it is there", async () => {
    const { asked, answer } = begin();
    const of = await committed(asked);
    running.links.set(of.paymentId, providerUrl);
    await said.initiated(running, of);
    const { placed, fairMs } = await answer;

    expect(placed.answer.transaction.payment_url).toBe(providerUrl);
    expect(running.announced).toContain(of.transactionId);
    expect((await detailOf(running, placed)).payment_url).toBe(providerUrl);
    expect(fairMs).toBeLessThan(patienceMs / 2);
  });

  it("is answered wherever the link is recorded: every replica hears of it", async () => {
    const begun = Array.from({ length: 12 }, () => begin());
    const recorded = begun.map(async ({ asked }) => {
      const of = await committed(asked);
      running.links.set(of.paymentId, providerUrl);
      await said.initiated(running, of);
    });
    await Promise.all(recorded);
    const answers = await Promise.all(begun.map((one) => one.answer));

    const urls = answers.map(({ placed }) => placed.answer.transaction.payment_url);
    expect(new Set(urls)).toEqual(new Set([providerUrl]));
  });

  it("is answered with our own page at once where the provider has none", async () => {
    const { asked, answer } = begin({ idempotency: { key: newId(), bodyHash: "hash" } });
    await said.initiated(running, await committed(asked));
    const { placed, fairMs } = await answer;

    expect(placed.answer.transaction.payment_url).toMatch(/^https:\/\/sanu\.example\/pay\//);
    expect(fairMs).toBeLessThan(patienceMs / 2);
  });

  it("is answered with our own page when the wait ends, and that answer stays when the link comes", async () => {
    const { asked, answer } = begin({ idempotency: { key: newId(), bodyHash: "hash" } }, hasty);
    const { placed, text, tookMs } = await answer;
    expect(hasty.announced).toContain(placed.transactionId);
    expect(tookMs).toBeGreaterThanOrEqual(shortWaitMs);
    expect(placed.answer.transaction.payment_url).toMatch(/^https:\/\/sanu\.example\/pay\//);

    hasty.links.set(placed.paymentId, providerUrl);
    await said.initiated(hasty, placed);
    await eventually("the link shows", async () => {
      return (await detailOf(hasty, placed)).payment_url === providerUrl;
    });
    const again = await hasty.request(CreateTransaction, {
      ...asked,
      commandId: newId<"CommandId">(),
    });
    expect(again).toEqual({ kind: "replied", data: { responseJson: text, replayed: true } });
  });

  it("is answered early when the payment fails before there is a link", async () => {
    const { asked, answer } = begin();
    await said.failed(running, await committed(asked));
    const { placed, fairMs } = await answer;

    expect(placed.answer.transaction.status).toBe("PENDING");
    expect(fairMs).toBeLessThan(patienceMs / 2);
    expect((await detailOf(running, placed)).status).toBe("FAILED");
  });

  it("answers a copy from the frozen answer when the link comes while both wait", async () => {
    const { asked, answer } = begin({ idempotency: { key: newId(), bodyHash: "hash" } });
    const of = await committed(asked);
    const copy = running.request(CreateTransaction, { ...asked, commandId: newId<"CommandId">() });
    running.links.set(of.paymentId, providerUrl);
    await said.initiated(running, of);

    const { text } = await answer;
    expect(text).toContain(providerUrl);
    expect(await copy).toEqual({ kind: "replied", data: { responseJson: text, replayed: true } });
  });

  it("does not hold up what it waits for", async () => {
    const begun = Array.from({ length: 150 }, () => begin());
    // What they are answered at the end of their clients' time is not asked here.
    const ended = Promise.allSettled(begun.map((one) => one.answer));
    const [first] = begun;
    if (first === undefined) throw new Error("nothing begun");
    const { transactionId } = await committed(first.asked);
    const fairFrom = fairNowMs();
    const answer = await running.request(GetDestination, { transactionId, leg: "payment" });

    expect(answer.kind).toBe("replied");
    expect(fairNowMs() - fairFrom).toBeLessThan(patienceMs / 2);
    await ended;
  });
});
