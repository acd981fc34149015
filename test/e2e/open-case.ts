import { PaymentOutcomeUnknown } from "@sanu/contracts";
import { instant, type PaymentId, type TransactionId } from "@sanu/kernel";
import { eventually, type World } from "@sanu/testing";
import type { Created } from "./buy.ts";
import { publishFact } from "./publish-fact.ts";

/** Opens a case about an order whose payment nobody knows of, as the staff finds it. */
export async function openCase(world: World, admin: string, order: Created): Promise<string> {
  const ofPayment = {
    paymentId: order.payment_id as PaymentId,
    transactionId: order.id as TransactionId,
  };
  const since = instant("2026-11-22T10:00:00.000000Z");
  await publishFact(world, PaymentOutcomeUnknown, { ...ofPayment, since });
  return eventually("the order has a case", async () => {
    const path = `/api/v1/monitoring/cases?transaction=${order.id}`;
    const open = await world.api.call("GET", path, { token: admin });
    return open.json<{ cases: { id: string }[] }>().cases[0]?.id;
  });
}
