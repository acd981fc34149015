import { CreateTransaction, GetDestination, type RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { eventually, fairNowMs } from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { detailOf, order, type Placed, placedOf, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const linkWaitMs = 3_000;
const providerUrl = "https://provider.example/pay/1";

const running = await startTransactions({ env: { LINK_WAIT_MS: `${linkWaitMs}` } });
const replica = await running.startReplica();

afterAll(async () => {
  await replica.stop();
  await running.stop();
});

describe("an order that waits for the provider's link", () => {
  afterEach(() => running.links.clear());

  /** Places an order without waiting for its answer. */
  const begin = (changes: Partial<RequestInput<typeof CreateTransaction>> = {}) => {
    const asked = order(changes);
    const [startedAt, fairFrom] = [performance.now(), fairNowMs()];
    const answer = running.request(CreateTransaction, asked).then((result) => {
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
    expect(fairMs).toBeLessThan(linkWaitMs);
  });

  it("is answered wherever the link is recorded: every replica hears of it", async () => {
    const begun = Array.from({ length: 12 }, () => begin());
    for (const { asked } of begun) {
      const of = await committed(asked);
      running.links.set(of.paymentId, providerUrl);
      await said.initiated(running, of);
    }
    const answers = await Promise.all(begun.map((one) => one.answer));

    const urls = answers.map(({ placed }) => placed.answer.transaction.payment_url);
    expect(new Set(urls)).toEqual(new Set([providerUrl]));
  });

  it("is answered with our own page at once where the provider has none", async () => {
    const { asked, answer } = begin({ idempotency: { key: newId(), bodyHash: "hash" } });
    await said.initiated(running, await committed(asked));
    const { placed, fairMs } = await answer;

    expect(placed.answer.transaction.payment_url).toMatch(/^https:\/\/sanu\.example\/pay\//);
    expect(fairMs).toBeLessThan(linkWaitMs);
  });

  it("is answered with our own page when the wait ends, and that answer stays when the link comes", async () => {
    const { asked, answer } = begin({ idempotency: { key: newId(), bodyHash: "hash" } });
    const { placed, text, tookMs } = await answer;
    expect(running.announced).toContain(placed.transactionId);
    expect(tookMs).toBeGreaterThanOrEqual(linkWaitMs);
    expect(placed.answer.transaction.payment_url).toMatch(/^https:\/\/sanu\.example\/pay\//);

    running.links.set(placed.paymentId, providerUrl);
    await said.initiated(running, placed);
    await eventually("the link shows", async () => {
      return (await detailOf(running, placed)).payment_url === providerUrl;
    });
    const again = await running.request(CreateTransaction, {
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
    expect(fairMs).toBeLessThan(linkWaitMs);
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
    const [first] = begun;
    if (first === undefined) throw new Error("nothing begun");
    const { transactionId } = await committed(first.asked);
    const fairFrom = fairNowMs();
    const answer = await running.request(GetDestination, { transactionId, leg: "payment" });

    expect(answer.kind).toBe("replied");
    expect(fairNowMs() - fairFrom).toBeLessThan(linkWaitMs / 2);
    await Promise.all(begun.map((one) => one.answer));
  });
});
