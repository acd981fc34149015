import { FindProgress, ListProgress, type ProgressView } from "@sanu/contracts";
import { type AccountId, instant, newId, plusMs, type TransactionId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { complete, type Placed, place, reached, said } from "../../orders.fixture.ts";
import { startTransactions } from "../../transactions.fixture.ts";

const paymentWindowMs = 900_000;
const running = await startTransactions({ env: { PAGE_KEPT_MS: "60000" } });
afterAll(() => running.stop());

describe("the progress of a transaction", () => {
  const tokenOf = ({ answer }: Placed) => answer.transaction.payment_url.split("/pay/")[1] ?? "";
  const ofOwner = (accountId: AccountId, transactionId: TransactionId) =>
    running.request(FindProgress, { of: { kind: "owner", accountId, transactionId } });
  const ofPage = (token: string) => running.request(FindProgress, { of: { kind: "page", token } });
  const progressOf = async (placed: Placed): Promise<ProgressView> => {
    const result = await ofOwner(placed.accountId, placed.transactionId);
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data.progress;
  };

  it("is the same for its owner, for who holds the page's token, and among many", async () => {
    const [one, other] = [await place(running), await place(running)];
    const { transactionId } = one;

    const progress = await progressOf(one);
    const page = await ofPage(tokenOf(one));
    const many = await running.request(ListProgress, {
      transactionIds: [transactionId, other.transactionId, newId<"TransactionId">()],
    });

    expect(progress).toEqual({
      transactionId,
      revision: 1,
      status: "PENDING",
      paymentStatus: "PENDING",
      payoutStatus: "PENDING",
      payoutReference: null,
      completedAt: null,
      paymentUrl: one.answer.transaction.payment_url,
      providerUrl: null,
      isGoingBack: false,
      isBeingChecked: false,
      isBeingCancelled: false,
      hasInvoice: false,
      expiresAt: plusMs(instant(one.answer.transaction.created_at), paymentWindowMs),
      accountId: one.accountId,
    });
    expect(page).toEqual({ kind: "replied", data: { progress } });
    if (many.kind !== "replied") throw new Error(JSON.stringify(many));
    expect(many.data.progress).toHaveLength(2);
    expect(many.data.progress).toContainEqual(progress);
  });

  it("is told of with every change, and each time stands at a later revision", async () => {
    const placed = await place(running);
    const countNotices = () => running.changed.filter((id) => id === placed.transactionId).length;
    expect(countNotices()).toBe(0);

    running.links.set(placed.paymentId, "https://provider.example/p/1");
    await said.initiated(running, placed);
    await eventually("the link is told of", () => countNotices() === 1);
    expect(await progressOf(placed)).toMatchObject({
      revision: 2,
      status: "PENDING",
      paymentUrl: "https://provider.example/p/1",
      providerUrl: "https://provider.example/p/1",
    });
    await complete(running, placed);
    await eventually("both changes are told of", () => countNotices() === 3);

    expect(await progressOf(placed)).toMatchObject({ revision: 4, status: "COMPLETED" });
  });

  it("is not told of when a fact comes a second time", async () => {
    const placed = await place(running);
    await said.failed(running, placed);
    await reached(running, placed, "FAILED");
    await said.failed(running, placed);
    const next = await place(running);
    await said.failed(running, next);
    await eventually("what came later is told of", () =>
      running.changed.includes(next.transactionId),
    );

    expect(running.changed.filter((id) => id === placed.transactionId)).toHaveLength(1);
    expect(await progressOf(placed)).toMatchObject({ revision: 2, status: "FAILED" });
  });

  it("is nobody else's", async () => {
    const placed = await place(running);
    const notFound = { kind: "refused", refusal: { code: "not-found" } };

    expect(await ofOwner(newId<"AccountId">(), placed.transactionId)).toEqual(notFound);
    expect(await ofOwner(placed.accountId, newId<"TransactionId">())).toEqual(notFound);
    expect(await ofPage("0123456789abcdefABCD_-")).toEqual(notFound);
  });

  it("ends for the page a while after the transaction has ended, and not for its owner", async () => {
    const placed = await place(running);
    await said.failed(running, placed);
    await reached(running, placed, "FAILED");
    expect(await ofPage(tokenOf(placed))).toMatchObject({ kind: "replied" });

    running.clock.advanceMs(60_001);

    expect(await ofPage(tokenOf(placed))).toMatchObject({ refusal: { code: "not-found" } });
    expect(await progressOf(placed)).toMatchObject({ status: "FAILED" });
  });
});
