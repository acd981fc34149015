import type { FastifySchemaCompiler } from "fastify";
import type { z } from "zod";

/** Input that broke the rules of its schema, with everything that is wrong with it. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly issues: readonly z.core.$ZodIssue[];
  readonly input: unknown;
  /** `body`, `querystring`, `params` or `headers`. */
  readonly part: string;

  constructor(issues: readonly z.core.$ZodIssue[], input: unknown, part: string) {
    super(`The ${part} of the request broke ${issues.length} rule(s)`);
    this.issues = issues;
    this.input = input;
    this.part = part;
  }
}

/** Parses the parts of a request with the zod schemas of its route; a missing body counts as an empty object. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({
  schema,
  httpPart = "body",
}) => {
  return (data: unknown) => {
    const input = data ?? {};
    const parsed = schema.safeParse(input);
    if (parsed.success) return { value: parsed.data };
    return { error: new InvalidInputError(parsed.error.issues, input, httpPart) };
  };
};
