import { accepted, type Decision, nothingNew, refused } from "@sanu/kernel";
import { asOfNow, changedTerms, crossedDirections } from "./changed-terms.ts";
import type { ConnectorTermsCommand } from "./commands.ts";
import type { ConnectorTermsEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { ConnectorTermsRefusal } from "./refusals.ts";
import { type ConnectorTerms, freeTerms, nothingSaid } from "./state.ts";

export function decide(
  state: ConnectorTerms,
  command: ConnectorTermsCommand,
): Decision<ConnectorTermsEvent, ConnectorTermsRefusal> {
  const { provider, proposalId, by, approvedBy, at } = command;
  if (JSON.stringify(asOfNow(state, command)) !== command.asOf) return refused("outdated");
  if (crossedDirections(state, command).length > 0) return refused("bounds-crossed");
  const [first, ...others] = changedTerms(state, command).flatMap(
    ({ direction, before = freeTerms, terms }): ConnectorTermsEvent[] => {
      if (sameText(before) === sameText(terms)) return [];
      const of = { type: "ConnectorTermsChanged", v: 1, provider, direction } as const;
      return [
        { ...of, ...terms, priorities: { ...terms.priorities }, proposalId, by, approvedBy, at },
      ];
    },
  );
  return first === undefined ? nothingNew() : accepted(first, ...others);
}

function sameText({ isEnabled, priorities, amountXofMin, amountXofMax }: typeof freeTerms): string {
  // The log gives the names back in an order of its own.
  const ordered = Object.entries(priorities).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([isEnabled, ordered, `${amountXofMin}`, `${amountXofMax}`]);
}

export const connectorTerms = { initial: nothingSaid, decide, evolve };
