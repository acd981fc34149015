import { z } from "zod";

type Texts = Readonly<Record<"$ref" | "type" | "format" | "pattern", string>>;
type Bounds = "minLength" | "maxLength" | "minimum" | "maximum" | "maxItems";

export interface Schema extends Partial<Texts>, Partial<Readonly<Record<Bounds, number>>> {
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface DocumentedResponse {
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface Operation extends DocumentedOperation {
  readonly method: string;
  readonly path: string;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** Finds what is wrong with a value by a schema of the document; nothing where it fits. */
export function createChecks({ components }: OpenApiDocument) {
  const known = new Map<Schema, z.ZodType>();
  const toLocal = (value: unknown): string =>
    JSON.stringify(value).replaceAll("#/components/schemas/", "#/$defs/");
  const definitions = JSON.parse(toLocal(components.schemas)) as object;
  const typeOf = (schema: Schema): z.ZodType => {
    const found = known.get(schema);
    if (found !== undefined) return found;
    const local = JSON.parse(toLocal(schema)) as object;
    const made = z.fromJSONSchema({ ...local, $defs: definitions } as never);
    known.set(schema, made);
    return made;
  };
  return (schema: Schema, value: unknown): string | undefined => {
    const { error } = typeOf(schema).safeParse(value);
    return error === undefined ? undefined : z.prettifyError(error);
  };
}
