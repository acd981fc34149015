import {
  amountIn,
  type FactData,
  type Money,
  paymentsStatementFacts,
  type StatementFacts,
} from "@sanu/contracts";
import { defineReaction, type Reaction, runDecider } from "@sanu/platform";
import { staffCase } from "../case/decide.ts";
import type { DifferenceOfCase } from "../case/events.ts";
import { aboutDifference, caseIdOfDifference } from "../case/keys/case-of-difference.ts";
import { type CaseDeps, type Finding, openCase } from "../case/open.ts";
import { reactionName, UnknownSubjectError } from "./transaction-reaction.ts";

type Found = FactData<StatementFacts["StatementDifferenceFound"]>;

/** A statement says something else than our books: a person has to look, until a later one agrees. */
export function statementReactions(deps: CaseDeps, facts: StatementFacts): readonly Reaction[] {
  const foundBy = facts === paymentsStatementFacts ? "payments" : "payouts";
  return [
    defineReaction({
      name: reactionName(facts.StatementDifferenceFound.name),
      fact: facts.StatementDifferenceFound,
      aggregateId: ({ differenceId }) => differenceId,
      react: (data, given) => openCase(deps, findingOf(data, foundBy), given),
    }),
    defineReaction({
      name: reactionName(facts.StatementDifferenceResolved.name),
      fact: facts.StatementDifferenceResolved,
      aggregateId: ({ differenceId }) => differenceId,
      async react(data, { handled, context }) {
        const caseId = caseIdOfDifference(data);
        const result = await runDecider({
          store: deps.cases,
          decider: staffCase,
          streamId: caseId,
          command: { kind: "close", closing: "answered", by: null, at: deps.clock.now() },
          context,
          writes: () => [handled],
        });
        // Another replica has in hand what opens it.
        if (result.kind === "refused") throw new UnknownSubjectError(`${caseId} is not open yet`);
        return result;
      },
    }),
  ];
}

function findingOf(data: Found, foundBy: DifferenceOfCase["foundBy"]): Finding {
  const { transactionId, differenceId, foundAt, kind, name, reference, booked, stated } = data;
  const { occurredAt: since } = data;
  const of = { foundBy, differenceId, foundAt };
  const shown = { kind, name: name ?? null, reference, booked, stated };
  const difference = { ...of, ...shown };
  return { ...aboutDifference(data), transactionId, money: moneyAtStake(data), difference, since };
}

/** Where both sides name an amount, what lies between them; else all of it. */
function moneyAtStake({ kind, booked, stated }: Found): Money | null {
  const side = stated ?? booked;
  if (side === null) return null;
  if (booked === null || stated === null || booked.currency !== stated.currency) {
    return amountIn(side.currency, BigInt(side.amount));
  }
  if (kind === "other-amount" || kind === "other-balance") {
    return amountIn(side.currency, between(booked.amount, stated.amount));
  }
  if (kind === "other-fee") {
    return amountIn(side.currency, between(booked.fee ?? "0", stated.fee ?? "0"));
  }
  return amountIn(side.currency, BigInt(side.amount));
}

function between(one: string, other: string): bigint {
  const difference = BigInt(one) - BigInt(other);
  return difference < 0n ? 0n - difference : difference;
}
