import { z } from "zod";
import type { PublishingService } from "./services.ts";
import { factType } from "./subjects.ts";

/** One public fact of a service, with the schema that reads the data of its newest version. */
export interface FactDefinition<
  Name extends string = string,
  Schema extends z.ZodType = z.ZodType,
> {
  readonly service: PublishingService;
  readonly name: Name;
  readonly version: number;
  /** `sanu.<service>.<Name>.v<version>` */
  readonly type: string;
  readonly schema: Schema;
  /** Older version → the schema that reads it and makes of it what the newest one means. */
  readonly upcasters: Readonly<Record<number, z.ZodType<z.output<Schema>>>>;
}

/**
 * Defines a fact. A published version is frozen: a change is a new version, and the old schema moves into
 * `upcasters` with a transform behind it, because what was published stays in the stream.
 */
export function defineFact<Name extends string, Schema extends z.ZodType>(definition: {
  readonly service: PublishingService;
  readonly name: Name;
  readonly version: number;
  readonly schema: Schema;
  readonly upcasters?: Readonly<Record<number, z.ZodType<z.output<Schema>>>>;
}): FactDefinition<Name, Schema> {
  const { service, name, version } = definition;
  return { upcasters: {}, ...definition, type: factType(service, name, version) };
}

/** The facts of a service as it first publishes them: the name, what it means to whoever consumes it, and what it carries. */
export function factsOf(service: PublishingService) {
  return <Name extends string, Shape extends z.ZodRawShape>(
    name: Name,
    meaning: string,
    shape: Shape,
  ) => defineFact({ service, name, version: 1, schema: z.object(shape).describe(meaning) });
}

type FactSchema<Schema extends z.ZodType> = Schema | z.ZodType<z.output<Schema>>;

/** The schema that reads a fact of this type as its newest version; `undefined` for a version nobody knows. */
export function findFactSchema<Schema extends z.ZodType>(
  fact: FactDefinition<string, Schema>,
  type: string,
): FactSchema<Schema> | undefined {
  return type === fact.type ? fact.schema : schemasByType(fact).get(type);
}

/** Every type under which a fact was ever published, the newest first. */
export function typesOfFact(fact: FactDefinition): readonly string[] {
  return [...schemasByType(fact).keys()];
}

function schemasByType<Schema extends z.ZodType>(
  fact: FactDefinition<string, Schema>,
): ReadonlyMap<string, FactSchema<Schema>> {
  const older = Object.entries(fact.upcasters).map(
    ([version, schema]) => [factType(fact.service, fact.name, Number(version)), schema] as const,
  );
  return new Map<string, FactSchema<Schema>>([[fact.type, fact.schema], ...older]);
}

/** A fact by nothing but what it says. */
export type FactOf<Data> = FactDefinition<string, z.ZodType<Data>>;

export type FactData<Definition> =
  Definition extends FactDefinition<string, infer Schema> ? z.output<Schema> : never;

export type FactInput<Definition> =
  Definition extends FactDefinition<string, infer Schema> ? z.input<Schema> : never;
