import type { FilledSet } from "./read-set.ts";

/** What there is now, in a few lines. */
export function describeSet({ people, orders }: FilledSet): string {
  const days = new Set(
    orders.map(({ createdMs }) => new Date(createdMs).toISOString().slice(0, 10)),
  );
  const volume = orders
    .filter(({ status }) => status === "COMPLETED")
    .reduce((sum, { amountXof }) => sum + BigInt(amountXof), 0n);
  const inReview = orders.filter(({ reviewReason }) => reviewReason !== null).length;
  return [
    `${people.length} people, two of them the staff; tiers ${counted(people.map(({ tier }) => String(tier)))}`,
    `${orders.length} orders on ${days.size} days: ${counted(orders.map(({ type }) => type))}`,
    `statuses: ${counted(orders.map(({ status }) => status))}; ${inReview} wait for the staff`,
    `why they failed: ${counted(orders.flatMap(({ failureReason }) => failureReason ?? []))}`,
    `wallets: ${counted(orders.map(({ channel }) => channel))}`,
    `completed in all: ${volume} XOF`,
  ]
    .map((line) => `  ${line}\n`)
    .join("");
}

/** `12 COMPLETED, 3 FAILED`, the most frequent first. */
function counted(names: readonly string[]): string {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => ({ name, count: all.length }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .map(({ name, count }) => `${count} ${name}`)
    .join(", ");
}
