import type { FieldErrors } from "@sanu/contracts";
import type { FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { isObject } from "../fields/said-rules.ts";
import type { GatewayApp } from "./gateway-app.ts";

/** `FastifySchema` calls one of them by another name. */
const partNames = {
  params: "params",
  body: "body",
  query: "querystring",
  headers: "headers",
} as const;

type Part = keyof typeof partNames;

interface BrokenPart {
  readonly part: Part;
  readonly issues: readonly z.core.$ZodIssue[];
  readonly input: unknown;
}

/** Input that broke the rules of its route, with everything that is wrong with it. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly broken: readonly BrokenPart[];
  /** Fields that a service would refuse besides. */
  readonly judged: FieldErrors;

  constructor(broken: readonly BrokenPart[], judged: FieldErrors) {
    super(`The ${broken.map(({ part }) => part).join(" and ")} of the request broke rules`);
    this.broken = broken;
    this.judged = judged;
  }
}

/**
 * Parses what a route reads of its requests with its zod schemas, all parts in one go: the framework would end at the first
 * broken one. Where requests are counted that is done first, by who sends them: there `invalidInput` waits for it.
 */
export function parseInput(app: GatewayApp): void {
  app.decorateRequest("invalidInput", undefined);
  app.setValidatorCompiler(() => () => true);
  app.addHook("onRoute", (route) => {
    const schemas = schemasOf(route.schema ?? {});
    if (schemas.length === 0) return;
    const isCountedFirst = route.config?.throttle !== undefined;
    route.preValidation = (request, _reply, done) => {
      request.invalidInput = parse(schemas, request);
      done(isCountedFirst ? undefined : request.invalidInput);
    };
  });
}

type PartSchema = readonly [part: Part, schema: z.ZodType];

function schemasOf(schema: FastifySchema): readonly PartSchema[] {
  // A body that is no JSON is read by its route.
  const isReadByRoute = schema.consumes !== undefined;
  return (Object.keys(partNames) as Part[]).flatMap((part) => {
    const one = schema[partNames[part]];
    if (!(one instanceof z.ZodType) || (part === "body" && isReadByRoute)) return [];
    return [[part, one] as const];
  });
}

function parse(
  schemas: readonly PartSchema[],
  request: FastifyRequest,
): InvalidInputError | undefined {
  const { body: written } = request;
  const broken: BrokenPart[] = [];
  for (const [part, schema] of schemas) {
    // A body that is not there names nothing; one that is null is no object.
    const input = request[part] === undefined ? {} : request[part];
    const parsed = schema.safeParse(input);
    if (parsed.success) Object.assign(request, { [part]: parsed.data });
    else broken.push({ part, issues: parsed.error.issues, input });
  }
  return broken.length === 0 ? undefined : new InvalidInputError(broken, judged(request, written));
}

function judged({ routeOptions, principal }: FastifyRequest, body: unknown): FieldErrors {
  const { judge } = routeOptions.config;
  if (judge === undefined || !isObject(body)) return {};
  return judge(body, principal?.country ?? null);
}
