import { createHmac } from "node:crypto";
import type { RequestSource } from "@sanu/contracts";
import { type Clock, type Instant, plusMs } from "@sanu/kernel";
import type { Database, Secret, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { countedMailbox } from "../../contacts/counted-mailbox.ts";
import { type ConsumedQuotas, type Counted, consumeQuotas } from "./consume-quotas.ts";
import {
  type Actor,
  askedPolicies,
  codePolicies,
  factorPolicies,
  guessPolicies,
  knownKeys,
  linkPolicies,
  loginPolicies,
  type Policy,
  policiesOf,
  provedAnewKey,
  type ThrottleQuotas,
} from "./policies.ts";
import { type Source, sourceOf } from "./source.ts";
import { throttleLimits } from "./throttle-limits.ts";

type Whose = Pick<Actor, "source" | "subject">;

/** A place ends as long behind its proof as the row does behind the new password that asks for another one. */
const knownText = `select key from throttles where key = any($1) and ends_at > $2
  and ends_at >= coalesce((select ends_at from throttles where key = $3), '-infinity')`;

export interface ConsumedCode extends ConsumedQuotas {
  /** Only a link may be mailed, for the browser that asked. */
  readonly isLinkOnly: boolean;
}

export interface ConsumedAsked extends ConsumedQuotas {
  /** Takes back what was counted of it, where no code was asked for after all. */
  readonly giveBack: () => Promise<void>;
}

/** Counts what strangers do, for all gateways together. */
export interface Throttle {
  readonly sourceOf: (given: RequestSource | undefined) => Source;
  /** From where a person has proved before who she is, if it is one of these places. */
  readonly findKnownBy: (actor: Actor<string | null>) => Promise<string | undefined>;
  /** Counts at everything that limits the action, before it is carried out. */
  readonly consume: (
    actor: Actor<string | null>,
    knownBy: string | undefined,
  ) => Promise<ConsumedQuotas>;
  readonly consumeOne: (policy: Policy) => Promise<ConsumedQuotas>;
  /** What is told of who asks for codes. */
  readonly consumeAsked: (whose: Whose) => Promise<ConsumedAsked>;
  /** What may be mailed, of which nothing is told. */
  readonly consumeCode: (whose: Whose) => Promise<ConsumedCode>;
  readonly consumeGuess: (whose: Whose) => Promise<ConsumedQuotas>;
  readonly consumeFactorGuess: (whose: Whose) => Promise<ConsumedQuotas>;
  /** Takes one back that was counted for nothing. */
  readonly release: (policy: Policy) => Promise<void>;
  /** Ends one count, at once or in the commit of something else. */
  readonly reset: (policy: Policy) => Promise<void>;
  readonly resetStatement: (policy: Policy) => Statement;
  /** Ends the counts of failures of whoever proved who she is; her device and network count as known from now on. */
  readonly clearLoginFailures: (whose: Whose) => Promise<void>;
  /** From now on no device or network is known for the subject that does not prove itself again; in the commit of something else. */
  readonly makeUnknownStatement: (subject: string) => Statement;
  /**
   * Ends the count under which whoever proved hers was counted, and no other: what strangers have guessed stays counted, or each
   * proof of hers would let them guess as often again.
   */
  readonly clearFactorGuesses: (whose: Whose) => Promise<void>;
}

export interface ThrottleDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Addresses and e-mails are stored under it, so that the table names nobody. */
  readonly pepper: () => Secret;
  readonly otherPepper?: () => Secret | undefined;
  readonly quotas: ThrottleQuotas;
}

export function createThrottle(deps: ThrottleDeps): Throttle {
  const { database, clock, pepper, quotas } = deps;
  const keyOf = (parts: readonly string[]): Buffer =>
    createHmac("sha256", pepper().reveal())
      .update(JSON.stringify(["throttle", ...parts]))
      .digest()
      .subarray(0, throttleLimits.keyBytes);
  const findKnownBy = async (whose: Whose): Promise<string | undefined> => {
    const known = knownKeys(whose).map(({ from, key }) => ({ from, key: keyOf(key) }));
    const keys = known.map(({ key }) => key);
    const provedAnew = keyOf(provedAnewKey(whose.subject));
    const rows = await database.query<{ key: Buffer }>(
      CompiledQuery.raw(knownText, [keys, clock.now(), provedAnew]),
    );
    return known.find(({ key }) => rows.some((row) => key.equals(row.key)))?.from;
  };
  const resetStatement = ({ key }: Policy): Statement =>
    CompiledQuery.raw("delete from throttles where key = $1", [keyOf(key)]);
  const consumeAll = (policies: readonly Policy[]): Promise<ConsumedQuotas> =>
    consumeQuotas({ database, policies, keyOf, at: clock.now() });

  const clearCounts = (whose: Whose, policiesFor: PoliciesFor): Promise<void> =>
    database.pipelined(clearing(whose, policiesFor, { keyOf, at: clock.now() }));

  return {
    sourceOf: (given) => sourceOf(pepper(), given, deps.otherPepper?.()),
    findKnownBy: async ({ source, subject }) =>
      subject === null ? undefined : findKnownBy({ source, subject }),
    consume: (actor, knownBy) => consumeAll(policiesOf(actor, quotas, knownBy)),
    async consumeAsked(whose) {
      const policies = askedPolicies(ofMailbox(whose));
      const at = clock.now();
      const consumed = await consumeQuotas({ database, policies, keyOf, at });
      return { ...consumed, giveBack: () => release({ database, policies, keyOf, at }) };
    },
    async consumeCode(asked) {
      const whose = ofMailbox(asked);
      const policies = codePolicies(whose, await findKnownBy(asked));
      const consumed = await consumeAll(policies);
      // Counts are touched up to the one that is used up: the last is that of all strangers together.
      const isByOthers = policies.length > 1 && consumed.limits.length === policies.length;
      if (consumed.retryAfterSeconds === null || !isByOthers || whose.source.device === null) {
        return { ...consumed, isLinkOnly: false };
      }
      const linked = await consumeAll(linkPolicies(whose));
      return linked.retryAfterSeconds === null
        ? { ...linked, isLinkOnly: true }
        : { ...consumed, isLinkOnly: false };
    },
    consumeGuess: async (whose) => consumeAll(guessPolicies(whose, await findKnownBy(whose))),
    consumeFactorGuess: async (whose) =>
      consumeAll(factorPolicies(whose, await findKnownBy(whose))),
    consumeOne: (policy) => consumeAll([policy]),
    release: (policy) => release({ database, policies: [policy], keyOf, at: clock.now() }),
    async reset(policy) {
      await database.query(resetStatement(policy));
    },
    resetStatement,
    clearLoginFailures: (whose) =>
      clearCounts(whose, (knownBy) => loginPolicies(whose, quotas, knownBy)),
    makeUnknownStatement: (subject) =>
      keepUntilKnownEnds([keyOf(provedAnewKey(subject))], clock.now()),
    async clearFactorGuesses(whose) {
      const own = factorPolicies(whose, await findKnownBy(whose)).slice(0, 1);
      await database.pipelined(clearing(whose, () => own, { keyOf, at: clock.now() }));
    },
  };
}

/** Takes back, one by one, what was counted at `at`: whoever counts locks them in an order of its own. */
async function release({ database, policies, keyOf, at }: Counted): Promise<void> {
  for (const { key, quota, windowMs } of policies) {
    // What was refused is counted as well, and took no turn that could come back; a count that began behind it never had this one.
    const text =
      "update throttles set used = greatest(least(used, $2) - 1, 0) where key = $1 and ends_at <= $3";
    await database.query(CompiledQuery.raw(text, [keyOf(key), quota, plusMs(at, windowMs)]));
  }
}

/** However an address is spelt, its mails reach one person. */
function ofMailbox({ source, subject }: Whose): Whose {
  return { source, subject: countedMailbox(subject) };
}

type PoliciesFor = (knownBy: string | undefined) => readonly Policy[];

/** Ends the counts of all from where the person has proved who she is, which counts as known from now on. */
function clearing(
  whose: Whose,
  policiesFor: PoliciesFor,
  { keyOf, at }: { readonly keyOf: (parts: readonly string[]) => Buffer; readonly at: Instant },
): readonly Statement[] {
  const known = knownKeys(whose);
  const counts = [undefined, ...known.map(({ from }) => from)].flatMap((knownBy) =>
    policiesFor(knownBy).map(({ key }) => keyOf(key)),
  );
  return [
    CompiledQuery.raw("delete from throttles where key = any($1)", [counts]),
    keepUntilKnownEnds(
      known.map(({ key }) => keyOf(key)),
      at,
    ),
  ];
}

/** Rows that count nothing, for as long as a place is known. */
function keepUntilKnownEnds(keys: readonly Buffer[], at: Instant): Statement {
  return CompiledQuery.raw(
    `insert into throttles (key, used, ends_at) select each, 0, $2 from unnest($1::bytea[]) as each
     order by each on conflict (key) do update set ends_at = excluded.ends_at`,
    [keys, plusMs(at, throttleLimits.knownSourceMs)],
  );
}
