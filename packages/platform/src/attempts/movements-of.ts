import { type AttemptKind, type AttemptLimits, attemptLimits } from "@sanu/attempts";
import type { Attempt } from "./attempt.ts";
import type { MoneyMovement } from "./money-movement.ts";
import type { ProviderKinds } from "./read-attempts.ts";

/** In place of a movement's own. */
export interface GivenLimits {
  readonly limits?: Partial<AttemptLimits>;
  /** Of one kind; `limits` come before them. */
  readonly limitsOfKind?: Partial<Record<AttemptKind, Partial<AttemptLimits>>>;
}

interface KnownMovement<State, Command, Event> {
  readonly movement: MoneyMovement<State, Command, Event>;
  readonly limits: AttemptLimits;
}

/** Which of an executor's movements an attempt belongs to. */
export function movementsOf<State, Command, Event>({
  movements,
  timings,
}: {
  readonly movements: readonly MoneyMovement<State, Command, Event>[];
  readonly timings: GivenLimits;
}) {
  const known = movements.map((movement): KnownMovement<State, Command, Event> => {
    const ofKind = timings.limitsOfKind?.[movement.kind];
    const limits = { ...attemptLimits, ...movement.limits, ...ofKind, ...timings.limits };
    return { movement, limits };
  });
  const firstOf = (kind: Attempt["kind"]) => {
    const found = known.find(({ movement }) => movement.kind === kind);
    if (found === undefined) throw new Error(`Nobody here carries out a ${kind}`);
    return found;
  };
  const onlyOf = (kind: Attempt["kind"], provider: string | undefined) => {
    const ofKind = known.filter(({ movement }) => movement.kind === kind);
    const fitting = ofKind.filter(
      ({ movement }) => provider === undefined || movement.provider === provider,
    );
    const only = fitting.length === 1 ? fitting[0] : undefined;
    return { providers: ofKind.map(({ movement }) => movement.provider), only };
  };
  const find = ({ kind, provider }: Attempt) =>
    known.find(({ movement }) => movement.kind === kind && movement.provider === provider);
  const carriedOut = (attempt: Attempt) => {
    const found = find(attempt);
    if (found === undefined) throw new Error(`Nobody here calls ${attempt.provider}`);
    return withOwnLimits(found, attempt);
  };
  return {
    firstOf,
    /** The one that carries out the kind, of the provider where that is said; undefined where it is none, or not the only one. */
    onlyOf,
    carriedOut,
    anyOf: (attempt: Attempt) => withOwnLimits(find(attempt) ?? firstOf(attempt.kind), attempt),
  };
}

function withOwnLimits<State, Command, Event>(
  { movement, limits }: KnownMovement<State, Command, Event>,
  attempt: Attempt,
): KnownMovement<State, Command, Event> {
  return { movement, limits: { ...limits, ...movement.limitsOf?.(attempt) } };
}

/** What each provider carries out. */
export function servedProviders(
  movements: readonly Pick<MoneyMovement<never, never, never>, "kind" | "provider">[],
): readonly ProviderKinds[] {
  const providers = new Set(movements.map(({ provider }) => provider));
  return [...providers].map((provider) => {
    const own = movements.filter((one) => one.provider === provider);
    return { provider, kinds: own.map(({ kind }) => kind) };
  });
}
