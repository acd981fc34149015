import { CreateTransaction, type RequestInput } from "@sanu/contracts";
import { instant } from "@sanu/kernel";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { complete, order, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

/** From BOLT 11: made on 2017-06-01 at 10:57:38 UTC, good for an hour, both with one payment hash. */
const amountless =
  "lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap2r09nt4ndd0unm3z9u5t48y6ucv4r5sg7lk98c77ctvjczkspk5qprc90gx";
const ofAnAmount =
  "lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqqsgq2a25dxl5hrntdtn6zvydt7d66hyzsyhqs4wdynavys42xgl6sgx9c4g7me86a27t07mdtfry458rtjr0v92cnmswpsjscgt2vcse3sgpz3uapa";

const running = await startTransactions();
afterAll(() => running.stop());

describe("an order to an invoice", () => {
  beforeEach(async () => {
    running.clock.set(instant("2017-06-01T11:00:00.000000Z"));
    await running.rowsOf("delete from receiver_uses");
  });

  const refusalOf = async (changes: Partial<RequestInput<typeof CreateTransaction>>) => {
    const result = await running.request(
      CreateTransaction,
      order({ receiver: amountless, ...changes }),
    );
    return result.kind === "refused" ? result.refusal.code : result;
  };

  it("is taken once, however many ask at the same time and in whichever case it is written", async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_each, index) =>
        running.request(
          CreateTransaction,
          order({ receiver: index % 2 === 0 ? amountless : amountless.toUpperCase() }),
        ),
      ),
    );
    expect(results.filter((one) => one.kind === "replied")).toHaveLength(1);
    expect(await refusalOf({})).toBe("receiver-already-used");
  });

  it("frees the invoice when it fails and keeps it when it completes", async () => {
    const first = await place(running, { receiver: amountless });
    await said.failed(running, first);
    await reached(running, first, "FAILED");
    await complete(running, await place(running, { receiver: amountless }));

    expect(await refusalOf({})).toBe("receiver-already-used");
  });

  it("is refused when the invoice ends before the payment window and the margin do", async () => {
    running.clock.set(instant("2017-06-01T11:32:38.000000Z"));
    await place(running, { receiver: amountless });
    running.clock.set(instant("2017-06-01T11:32:38.001000Z"));

    expect(await refusalOf({})).toBe("receiver-expires-too-soon");
  });

  it("is refused when the invoice demands another amount", async () => {
    expect(await refusalOf({ receiver: ofAnAmount })).toBe("receiver-amount-mismatch");
  });
});
