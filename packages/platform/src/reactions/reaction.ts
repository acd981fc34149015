import { type FactAttributes, type FactDefinition, findFactSchema } from "@sanu/contracts";
import type { z } from "zod";
import type { Statement } from "../database/open-database.ts";
import type { CommandContext } from "../event-store/events.ts";

export interface ReactionInput {
  /** Goes into the `writes` of the append, so that effect and mark commit together; without one the group writes it. */
  readonly handled: Statement;
  readonly context: CommandContext;
  readonly attributes: FactAttributes;
}

export type ReactionResult =
  | { readonly kind: "accepted" | "nothing-new" | "refused" }
  | { readonly kind: "constraint"; readonly constraint: string };

/** Never calls outside. */
export interface ReactionDefinition<Schema extends z.ZodType> {
  /** Stays the same for ever: `handled` rows carry it. */
  readonly name: string;
  readonly fact: FactDefinition<string, Schema>;
  readonly aggregateId: (data: z.output<Schema>) => string;
  /** Whether its effect sends money to somebody: it is not done again by who lost the record of what was called. */
  readonly sendsMoney?: (data: z.output<Schema>) => boolean;
  readonly react: (data: z.output<Schema>, input: ReactionInput) => Promise<ReactionResult>;
}

export interface ReadFact {
  readonly reaction: string;
  readonly aggregateId: string;
  readonly sendsMoney: boolean;
  readonly react: (input: ReactionInput) => Promise<ReactionResult>;
}

export interface Reaction {
  readonly name: string;
  readonly factName: string;
  /** Throws `ZodError` for data that the schema refuses; `undefined` for a version nobody here can read. */
  readonly read: (type: string, body: unknown) => ReadFact | undefined;
}

/** `read` upcasts older versions of the fact to the newest before `react` sees them. */
export function defineReaction<Schema extends z.ZodType>(
  definition: ReactionDefinition<Schema>,
): Reaction {
  const { name, fact, aggregateId, sendsMoney, react } = definition;
  return {
    name,
    factName: fact.name,
    read(type, body) {
      const schema = findFactSchema(fact, type);
      if (schema === undefined) return undefined;
      const data = schema.parse(body);
      return {
        reaction: name,
        aggregateId: aggregateId(data),
        sendsMoney: sendsMoney?.(data) ?? false,
        react: (given) => react(data, given),
      };
    },
  };
}
