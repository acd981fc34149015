import type { ProviderOrder } from "@sanu/sandbox";

/** An attempt of ours at a provider of mobile money. */
export interface LedgerAttempt {
  /** The key of its order. */
  readonly key: string;
  readonly subjectId: string;
  readonly kind: string;
  readonly state: string;
  readonly isReviewed: boolean;
}

type LedgerOrder = Pick<ProviderOrder, "key" | "kind" | "state">;

/** What may never be between a provider's own book and ours, one sentence each. */
export function findProviderFaults(
  orders: readonly LedgerOrder[],
  attempts: readonly LedgerAttempt[],
): readonly string[] {
  const ours = new Map(attempts.map((attempt) => [attempt.key, attempt]));
  const moved = orders.filter(({ state }) => state === "settled");
  const movedKeys = new Set(moved.map(({ key }) => key));
  return [
    ...repeated(moved.map(({ kind, key }) => `${kind} ${key}`)).map(
      (what) => `${what} moved twice`,
    ),
    ...repeated(moved.map((order) => subjectOf(order, ours))).map(
      (what) => `${what} moved under two keys`,
    ),
    ...moved.flatMap(({ kind, key }) => faultOfMoved(`${kind} ${key}`, ours.get(key))),
    ...attempts.flatMap((attempt) => faultOfAttempt(attempt, movedKeys)),
  ];
}

function subjectOf({ kind, key }: LedgerOrder, ours: ReadonlyMap<string, LedgerAttempt>): string {
  return `${kind} of ${ours.get(key)?.subjectId ?? `nobody, ${key},`}`;
}

function faultOfMoved(what: string, attempt: LedgerAttempt | undefined): readonly string[] {
  if (attempt === undefined) return [`${what} moved and was not ordered`];
  if (attempt.state === "rejected") return [`${what} moved and was given up`];
  const isSeen = attempt.state === "settled" || attempt.isReviewed;
  return isSeen ? [] : [`${what} moved and is ${attempt.state}`];
}

function faultOfAttempt(
  { kind, key, state, isReviewed }: LedgerAttempt,
  movedKeys: ReadonlySet<string>,
): readonly string[] {
  if (state === "settled" && !movedKeys.has(key))
    return [`${kind} ${key} is settled and did not move`];
  const isOver = state === "settled" || state === "rejected" || isReviewed;
  return isOver ? [] : [`${kind} ${key} is ${state} and nobody's`];
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
