import type { RefusalCode, ReplyInput, RequestDefinition, RequestInput } from "@sanu/contracts";
import { basisPoints, type Clock, newId, systemClock } from "@sanu/kernel";
import { createGate, openDatabase } from "@sanu/platform";
import { approveVerdict, proposeVerdict, withdrawProposal } from "./handlers/decide-case.ts";
import { getCase } from "./handlers/get-case.ts";
import { listCases } from "./handlers/list-cases.ts";
import { openStores } from "./stores.ts";

const DAY_MS = 86_400_000;

export type CaseAnswer<Definition extends RequestDefinition> =
  | { readonly kind: "replied"; readonly data: ReplyInput<Definition> }
  | { readonly kind: "refused"; readonly code: RefusalCode<Definition> };

/** What the staff may do about cases at the shell, on the database, whether or not the service runs; its relay publishes. */
export function composeCases(databaseUrl: string, clock: Clock = systemClock) {
  const database = openDatabase({ url: databaseUrl, poolMax: 2, applicationName: "sanu-cases" });
  const log = { database, gate: createGate(), afterPublicCommit: () => undefined };
  const floats = { isThere: () => true, staleAfterMs: 0, feeShare: basisPoints(0n) };
  const persons = { isThere: () => true };
  const deps = { database, clock, ...openStores(log), floats, persons, proposalValidMs: DAY_MS };
  const handlers = [
    listCases(deps),
    getCase(deps),
    proposeVerdict(deps),
    approveVerdict(deps),
    withdrawProposal(deps),
  ];
  return {
    /** Throws for a request that is none of these, or cannot be read. */
    async request<Definition extends RequestDefinition>(
      definition: Definition,
      input: RequestInput<Definition>,
    ): Promise<CaseAnswer<Definition>> {
      const handler = handlers.find((one) => one.definition.name === definition.name);
      if (handler === undefined) throw new Error(`Nothing of cases is called ${definition.name}`);
      const id = newId<string>();
      const context = { correlationId: id, causationId: id, remainingMs: () => DAY_MS };
      const reply = await handler.handle(input, context);
      switch (reply.kind) {
        case "replied":
          // The handler of this definition made it.
          return { kind: "replied", data: reply.data as ReplyInput<Definition> };
        case "refused":
          return { kind: "refused", code: reply.refusal.code as RefusalCode<Definition> };
        case "unavailable":
          throw new Error(`${definition.name} cannot be read`);
      }
    },
    close: database.close,
  };
}
