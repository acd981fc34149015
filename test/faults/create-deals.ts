import type { Load } from "./load.ts";
import type { Order } from "./outcomes.ts";

/** Wishes of clients that are under way. */
const lanes = 16;

/** Lets somebody new begin and send deals, some of them at a time. */
export async function createDeals(load: Load, orders: readonly Order[]): Promise<void> {
  const person = await load.signUp();
  const left = orders.values();
  const lane = async (): Promise<void> => {
    for (const order of left) await load.create(load.begin(person, order));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export function times(count: number, order: Order): readonly Order[] {
  return Array.from({ length: count }, () => order);
}
