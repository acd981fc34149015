import type { ProblemCode } from "@sanu/contracts";
import { type FieldMessages, messagesOfRules, problemBody, problemHead } from "@sanu/platform";
import type { FastifyRequest } from "fastify";
import type { NoReply } from "../clients/request-client.ts";
import { languageOf } from "./request-context.ts";

/** What went wrong with a request, before it has words. */
export interface Problem {
  readonly code: ProblemCode;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly errors?: FieldMessages | undefined;
  /** Where it is known better than by the code alone. */
  readonly retryAfterSeconds?: number | undefined;
}

export interface AnyReply {
  readonly request: Pick<FastifyRequest, "id" | "headers" | "server">;
  code(status: number): unknown;
  headers(values: Record<string, string>): unknown;
  send(payload: unknown): unknown;
}

/** Responds with a problem: status, headers and body in the language of the request. */
export function sendProblem<Reply extends AnyReply>(reply: Reply, problem: Problem): Reply {
  const { request } = reply;
  const { status, headers } = problemHead(problem.code, problem.retryAfterSeconds);
  const body = problemBody(problem.code, {
    language: languageOf(request),
    requestId: request.id,
    docsUrl: request.server.docsUrl,
    params: problem.params,
    errors: problem.errors,
  });
  reply.code(status);
  reply.headers({ "x-request-id": request.id, ...headers });
  reply.send(JSON.stringify(body));
  return reply;
}

/** Why a request gets no success: a problem that we see ourselves, or what became of the request to a service. */
export type Failure = NoReply | { readonly kind: "problem"; readonly problem: Problem };

export function problem(code: ProblemCode): Failure {
  return { kind: "problem", problem: { code } };
}

/** Responds with a problem, with what a service refused, or with 503 when it could not be reached. */
export function refuse<Reply extends AnyReply>(reply: Reply, failure: Failure): Reply {
  if (failure.kind === "problem") return sendProblem(reply, failure.problem);
  if (failure.kind === "unavailable") return sendProblem(reply, { code: "service-unavailable" });
  const { code, params, fields } = failure.refusal;
  const errors = fields && messagesOfRules(fields, languageOf(reply.request));
  return sendProblem(reply, { code, params, errors, retryAfterSeconds: secondsOf(params) });
}

/** How long to wait, where the service knows; its own words travel as text. */
function secondsOf(params: Problem["params"]): number | undefined {
  const given = params?.["retryAfterSeconds"];
  return given === undefined ? undefined : Number(given);
}
