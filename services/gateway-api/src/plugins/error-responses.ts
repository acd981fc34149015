import type { ProblemCode } from "@sanu/contracts";
import { type FieldMessages, messagesOfIssues, messagesOfRules } from "@sanu/platform";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { findMethods } from "./find-methods.ts";
import type { GatewayApp } from "./gateway-app.ts";
import { UnreadableBodyError } from "./json-bodies.ts";
import { type Problem, sendProblem } from "./problems.ts";
import { languageOf } from "./request-context.ts";
import { InvalidInputError } from "./validation.ts";

/** What the framework's own errors are to a client. */
const frameworkProblems: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-media-type",
  // No path of ours is written so: what cannot be decoded is as unknown as the rest.
  FST_ERR_BAD_URL: "not-found",
  FST_ERR_MAX_PARAM_LENGTH: "not-found",
};

/** Every error and every unknown path gets the one documented shape. */
export function respondToErrors(app: GatewayApp): void {
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    respondToError(error, request, reply),
  );
  const findAllowed = findMethods(app);
  const respondToUnknown = (request: FastifyRequest, reply: FastifyReply): void => {
    const allowed = findAllowed(request.url);
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    sendProblem(reply, { code: allowed.length > 0 ? "method-not-allowed" : "not-found" });
  };
  app.setNotFoundHandler(respondToUnknown);
  // In front of the body, which the framework would read first.
  app.addHook("preParsing", (request, reply, _payload, done) =>
    request.is404 ? respondToUnknown(request, reply) : done(),
  );
}

/** Responds to one error; also those that the framework meets before it has found a route. */
export function respondToError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error, request);
  if (problem.code === "internal-error") {
    request.log.error({ error, method: request.method, route: request.routeOptions.url }, "fault");
  }
  sendProblem(reply, problem);
}

function problemOf(error: Error, request: FastifyRequest): Problem {
  if (error instanceof InvalidInputError) return problemOfInput(error, request);
  if (error instanceof UnreadableBodyError) return { code: error.problem };
  const known = "code" in error ? frameworkProblems[String(error.code)] : undefined;
  if (known !== undefined) return { code: known };
  const status = "statusCode" in error ? Number(error.statusCode) : 500;
  return { code: status >= 400 && status < 500 ? "bad-request" : "internal-error" };
}

/** A broken path parameter names nothing, which is 404 like every other unknown id. */
function problemOfInput(error: InvalidInputError, request: FastifyRequest): Problem {
  if (error.broken.some(({ part }) => part === "params")) return { code: "not-found" };
  const named: FieldMessages = Object.fromEntries(
    error.broken.flatMap(({ issues, input }) =>
      Object.entries(messagesOfIssues(issues, input, languageOf(request))),
    ),
  );
  // What its schema says of a field comes first, and is enough.
  const errors = { ...named, ...messagesOfRules(error.judged, languageOf(request)), ...named };
  return { code: "validation-failed", errors };
}
