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

/** Of a fact that a lost database had handled, and whose money may have been sent by it. */
export interface MaybeSentInput extends ReactionInput {
  /** Over whom, where somebody says so. */
  readonly provider: string | undefined;
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
  /** In place of `react` where the money may have been sent before: it sends none. Without it nobody can say that it may have been. */
  readonly reactMaybeSent?: (
    data: z.output<Schema>,
    input: MaybeSentInput,
  ) => Promise<ReactionResult>;
}

export interface ReadFact {
  readonly reaction: string;
  readonly aggregateId: string;
  readonly sendsMoney: boolean;
  readonly react: (input: ReactionInput) => Promise<ReactionResult>;
  readonly reactMaybeSent?: ((input: MaybeSentInput) => Promise<ReactionResult>) | undefined;
}

export interface Reaction {
  readonly name: string;
  readonly factName: string;
  /** Whether the effect of any of its facts does. */
  readonly maySendMoney: boolean;
  /** Throws `ZodError` for data that the schema refuses; `undefined` for a version nobody here can read. */
  readonly read: (type: string, body: unknown) => ReadFact | undefined;
}

/** `read` upcasts older versions of the fact to the newest before `react` sees them. */
export function defineReaction<Schema extends z.ZodType>(
  definition: ReactionDefinition<Schema>,
): Reaction {
  const { name, fact, aggregateId, sendsMoney, react, reactMaybeSent } = definition;
  return {
    name,
    factName: fact.name,
    maySendMoney: sendsMoney !== undefined,
    read(type, body) {
      const schema = findFactSchema(fact, type);
      if (schema === undefined) return undefined;
      const data = schema.parse(body);
      return {
        reaction: name,
        aggregateId: aggregateId(data),
        sendsMoney: sendsMoney?.(data) ?? false,
        react: (given) => react(data, given),
        reactMaybeSent: reactMaybeSent && ((given) => reactMaybeSent(data, given)),
      };
    },
  };
}
