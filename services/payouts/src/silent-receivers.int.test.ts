import { systemClock } from "@sanu/kernel";
import { createGuardedHttp, createInvoiceSource } from "@sanu/rails";
import { createLnurlServer } from "@sanu/sandbox";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";
import { createScriptedNode } from "./scripted-node.fixture.ts";

const invoiceWaitMs = 2_000;
const receiversServer = await createLnurlServer();
const invoices = createInvoiceSource(
  createGuardedHttp({ localhostPort: receiversServer.port }),
  systemClock,
);
const node = createScriptedNode("lnd");
const world = await createPayoutWorld();
await world.start(
  {
    sendRails: [
      {
        ...node.rail,
        async prepare(order) {
          const { destination, amountSats } = order;
          if (destination.kind !== "lightning-address") return node.rail.prepare(order);
          if (!destination.canonical.endsWith(".localhost")) return node.rail.prepare(order);
          const wanted = { destination, amountSats, network: "any" } as const;
          const issued = await invoices.fetchInvoice(wanted);
          return issued.kind === "accepted" ? node.rail.prepare(order) : issued;
        },
      },
    ],
  },
  { SEND_INVOICE_WAIT_MS: `${invoiceWaitMs}` },
);

afterAll(async () => {
  await world.stop();
  await receiversServer.close();
});

const attemptsOf = ({ payoutId }: TestPayout) =>
  world.rows<{ readonly state: string; readonly last_error: string | null }>(
    "select * from attempts where subject_id = $1 order by attempt_number",
    payoutId,
  );

describe("a buyer whose own server writes the invoices", () => {
  it.each(["fault", "page"])(
    "does not choose later whether the price was good: behind its wait one that answers with a %s is refused, and the money goes back",
    async (behaviour) => {
      const payout = await world.order(`${behaviour}@wallet.localhost`);
      await world.happened(payout, "PayoutRequested", "PayoutFailed");
      expect((await world.eventsOf(payout)).at(-1)).toMatchObject({
        reason: "refused-by-receiver",
      });
      expect(await attemptsOf(payout)).toHaveLength(1);
    },
  );

  it("is paid where it answers", async () => {
    const payout = await world.order("awa@wallet.localhost");
    await world.happened(payout, "PayoutRequested", "PayoutSettled");
    expect(await attemptsOf(payout)).toMatchObject([{ state: "settled" }]);
  });

  it("waits as long as it takes where a node of ours is away", async () => {
    const receiver = "awa@away.example";
    node.offers.set(receiver, { kind: "unknown", cause: "unreachable" });
    const payout = await world.order(receiver);
    const askedFor = () =>
      node.prepared.filter(({ destination }) => destination.canonical === receiver).length;
    const begunAtMs = performance.now();
    await eventually("it is tried behind the wait", () => {
      return askedFor() > 1 && performance.now() - begunAtMs > invoiceWaitMs + 500;
    });
    expect(await attemptsOf(payout)).toMatchObject([{ state: "open", last_error: "unreachable" }]);
    node.offers.delete(receiver);
    await world.happened(payout, "PayoutRequested", "PayoutSettled");
  });
});
