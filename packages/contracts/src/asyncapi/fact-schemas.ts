import { z } from "zod";
import { type FactDefinition, findFactSchema, typesOfFact } from "../fact.ts";
import { facts } from "../facts.ts";

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One version of a fact, and the schema of its data as it is on the wire. */
export interface FactVersion {
  readonly fact: FactDefinition;
  readonly type: string;
  readonly schema: JsonSchema;
}

/** Every version of every fact that was ever published, in the order of the definitions. */
export function listFactVersions(target: "draft-2020-12" | "draft-7"): readonly FactVersion[] {
  return facts.flatMap((fact) =>
    typesOfFact(fact).map((type) => ({ fact, type, schema: schemaOf(fact, type, target) })),
  );
}

/** Whoever publishes may add optional fields, so nothing forbids what the schema does not name. */
function schemaOf(
  fact: FactDefinition,
  type: string,
  target: "draft-2020-12" | "draft-7",
): JsonSchema {
  // Ids and instants are checked by functions; they say by themselves what they are in JSON.
  const options = { target, io: "input", unrepresentable: "any" } as const;
  const { $schema, ...schema } = z.toJSONSchema(findFactSchema(fact, type) ?? z.never(), options);
  return { $schema, title: type, ...schema };
}
