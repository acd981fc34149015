import { z } from "zod";

const Part: z.ZodType<SchemaPart> = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  description: z.string().optional(),
  "x-unit": z.string().optional(),
  get oneOf() {
    return z.array(Part).optional();
  },
  get anyOf() {
    return z.array(Part).optional();
  },
  get items() {
    return Part.optional();
  },
  get properties() {
    return z.record(z.string(), Part).optional();
  },
  required: z.array(z.string()).optional(),
});

/** The words of JSON Schema that our facts use. */
export interface SchemaPart {
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly "x-unit"?: string | undefined;
  readonly oneOf?: readonly SchemaPart[] | undefined;
  readonly anyOf?: readonly SchemaPart[] | undefined;
  readonly items?: SchemaPart | undefined;
  readonly properties?: Readonly<Record<string, SchemaPart>> | undefined;
  readonly required?: readonly string[] | undefined;
}
export const SchemaPart = Part;

/** One line of the table of a fact. */
export interface FieldLine {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}

/** The fields of an object in its own order. */
export function describeFields(schema: SchemaPart): readonly FieldLine[] {
  return Object.entries(schema.properties ?? {}).map(([name, part]) => ({
    name,
    type: describeType(part),
    isRequired: schema.required?.includes(name) ?? false,
    meaning: part.description ?? "",
  }));
}

/** A type in a line, as a programmer would write it. */
function describeType(part: SchemaPart): string {
  const choices = part.oneOf ?? part.anyOf;
  if (choices !== undefined) return choices.map(describeType).join(" | ");
  if (part.const !== undefined) return JSON.stringify(part.const);
  if (part.enum !== undefined) return part.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (part["x-unit"] !== undefined) return `decimal text, ${part["x-unit"]}`;
  if (part.items !== undefined) return `list of ${describeType(part.items)}`;
  if (part.properties !== undefined) {
    const fields = describeFields(part);
    const texts = fields.map(
      ({ name, type, isRequired }) => `${name}${isRequired ? "" : "?"}: ${type}`,
    );
    return `{ ${texts.join(", ")} }`;
  }
  const types = [part.type ?? "anything"].flat();
  return types.map((type) => (type === "string" ? (part.format ?? "text") : type)).join(" | ");
}
