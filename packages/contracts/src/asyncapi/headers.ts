import { z } from "zod";
import { FactAttributes, fixedFactHeaders } from "../envelope.ts";
import { factHeader } from "../fact-headers.ts";
import type { JsonSchema } from "./fact-schemas.ts";

/** The headers that every fact has, as a schema. */
export function headersSchema(): JsonSchema {
  const shape = FactAttributes.shape;
  const names = FactAttributes.keyof().options;
  const attributes = names.map((name) => [factHeader(name), attributeSchema(shape[name])]);
  const fixed = fixedFactHeaders.map(([name, value]) => [name, { type: "string", const: value }]);
  return {
    type: "object",
    properties: Object.fromEntries([...fixed, ...attributes]),
    required: [
      ...fixedFactHeaders.map(([name]) => name),
      ...names.filter((name) => !shape[name].safeParse(undefined).success).map(factHeader),
    ],
  };
}

function attributeSchema(schema: z.ZodType): JsonSchema {
  const options = { target: "draft-7", io: "input", unrepresentable: "any" } as const;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, options);
  return rest;
}
