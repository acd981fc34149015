import { facts, findFactSchema, typesOfFact } from "@sanu/contracts";
import { z } from "zod";
import { type Column, type ColumnKind, unknownColumns } from "./column.ts";

/** By the `x-unit` of an amount or a rate, as the metadata of a file names it. */
const unitNames: Readonly<Record<string, string>> = {
  XOF: "XOF",
  SATS: "sats",
  "XOF/BTC": "XOF per BTC",
  currency: "currency",
};

/**
 * Amounts and moments are texts in JSON: which texts they are the schema says of itself. One that was given a description is
 * another schema, and says the same.
 */
function kindSaid(schema: z.core.$ZodType): Pick<Column, "kind" | "unit"> | undefined {
  const { format, "x-unit": unit } = z.globalRegistry.get(schema) ?? {};
  if (typeof unit === "string") return { kind: "integer", unit: unitNames[unit] ?? unit };
  return format === "date-time" ? { kind: "instant" } : undefined;
}

const known: ReadonlyMap<string, z.ZodType> = new Map(
  facts.flatMap((fact) =>
    typesOfFact(fact).map((type) => [type, findFactSchema(fact, type) ?? fact.schema] as const),
  ),
);

const cached = new Map<string, readonly Column[]>();

/** The columns of a fact's payload, from the schema that its service publishes it under. One column for a type nobody knows here. */
export function columnsOfType(type: string): readonly Column[] {
  const there = cached.get(type);
  if (there !== undefined) return there;
  const schema = known.get(type);
  const columns = schema === undefined ? unknownColumns : columnsOf(schema, []);
  cached.set(type, columns);
  return columns;
}

/** The columns of a schema; nested objects become columns of their own, `received.amountXof` is `receivedAmountXof`. */
function columnsOf(schema: z.core.$ZodType, path: readonly string[]): readonly Column[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return columnsOfShape(inner.shape, path);
  if (inner instanceof z.ZodUnion) {
    const options = inner.options.map(unwrapped);
    const shapes = options.flatMap((option) =>
      option instanceof z.ZodObject ? [columnsOfShape(option.shape, path)] : [],
    );
    if (shapes.length === options.length) {
      return [...new Map(shapes.flat().map((column) => [column.name, column])).values()];
    }
  }
  return [{ name: nameOf(path), path, ...(kindSaid(inner) ?? { kind: kindOf(inner) }) }];
}

function columnsOfShape(shape: z.core.$ZodShape, path: readonly string[]): readonly Column[] {
  return Object.entries(shape).flatMap(([name, field]) => columnsOf(field, [...path, name]));
}

/** A version that is lifted when it is read stands in the stream as it was: what is in front of the transform. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodDefault
  ) {
    return unwrapped(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}

function kindOf(schema: z.core.$ZodType): ColumnKind {
  if (schema instanceof z.ZodNumber) return schema.format === null ? "json" : "integer";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodLiteral) return kindOfValue(schema.value);
  // Ids and moments are custom schemas; moments have been found above.
  if (schema instanceof z.ZodCustom || schema instanceof z.ZodUUID) return "id";
  const isText = [z.ZodString, z.ZodStringFormat, z.ZodEnum].some((kind) => schema instanceof kind);
  return isText ? "text" : "json";
}

function kindOfValue(value: unknown): ColumnKind {
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "text" : "json";
}

function nameOf(path: readonly string[]): string {
  return path
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
}
