import { eventually, fairNowMs } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { complete, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

/** Behind the second try of a fact that is at fault itself, and long before its third one. */
const limits = { awayMs: 6_000, soonMs: 5_000 } as const;

const running = await startTransactions();

afterAll(() => running.stop());

it("goes on with a purchase soon after payments can be asked again, and with others meanwhile", async () => {
  const [waiting, other] = [await place(running), await place(running)];
  running.links.set(waiting.paymentId, "https://provider.example/pay/1");
  const bringBack = await running.losePayments();
  await said.initiated(running, waiting);
  await said.completed(running, waiting);
  await complete(running, other);
  await eventually("both of its facts wait", async () => {
    const facts = await running.rowsOf("select from parked_facts where lane = $1", [
      waiting.transactionId,
    ]);
    return facts.length === 2;
  });
  await new Promise((resolve) => setTimeout(resolve, limits.awayMs));

  const from = fairNowMs();
  bringBack();
  await reached(running, waiting, "PROCESSING");
  expect(fairNowMs() - from).toBeLessThan(limits.soonMs);
  const [row] = await running.rowsOf<{ payment_url: string }>(
    "select payment_url from transaction_private where transaction_id = $1",
    [waiting.transactionId],
  );
  expect(row?.payment_url).toBe("https://provider.example/pay/1");
  expect(await running.rowsOf("select from parked_facts")).toEqual([]);
});
