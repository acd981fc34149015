import type { Language, RequestSource } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { SigningKeys } from "@sanu/platform";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { type Access, isStaffAccess } from "../auth/roles.ts";
import type { Principal } from "../auth/verified-tokens.ts";
import type { RequestClient, ScopedClient } from "../clients/request-client.ts";
import type { Judge } from "../fields/judge.ts";
import {
  describeRoute,
  type RouteDescription,
  type RouteInput,
  type Success,
} from "../openapi/describe-route.ts";
import type { ProgressStreams } from "../plugins/follow-progress.ts";
import type { GatewayApp } from "../plugins/gateway-app.ts";
import { type Failure, refuse } from "../plugins/problems.ts";
import {
  languageOf,
  principalOf,
  scopeOf,
  sourceOf,
  transferScopeOf,
} from "../plugins/request-context.ts";
import { shownCredentialOf } from "../plugins/shown-credential.ts";
import type { OpenPart } from "../throttle/open-part.ts";
import type { Throttle } from "../throttle/throttle.ts";
import type { Proposed } from "./approvals/propose.ts";

/** What routes have besides the request. */
export interface RouteDeps extends ProgressStreams {
  readonly client: RequestClient;
  readonly keys: SigningKeys;
  /** Identity's moment, which decides; never this machine's. */
  readonly now: () => Instant;
}

/** Registers itself with the application; a route with a scope of its own is there once that is awaited. */
export type Route = (app: GatewayApp, deps: RouteDeps) => unknown;

type Parsed<Input, Part extends keyof RouteInput> =
  Input extends Readonly<Record<Part, infer Schema extends z.ZodType>>
    ? z.output<Schema>
    : undefined;

/** One request as a handler sees it: its parts are parsed, and it may be used by who sends it. */
export interface Call<Input extends RouteInput, Who extends Access> {
  readonly body: Parsed<Input, "body">;
  readonly query: Parsed<Input, "query">;
  readonly params: Parsed<Input, "params">;
  readonly headers: Parsed<Input, "headers">;
  readonly principal: Who extends "everybody" ? null : Principal;
  readonly language: Language;
  readonly source: RequestSource;
  /** The services, in the scope and within the deadline of this request. */
  readonly client: ScopedClient;
  readonly deps: RouteDeps;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The fields of the response; why there are none; nothing when the handler has sent the response itself. */
export type Outcome<Fields extends z.ZodRawShape> =
  | z.input<z.ZodObject<Fields>>
  | Proposed
  | Failure
  | undefined;

/** The names of the fields of the parsed body. */
type BodyField<Input extends RouteInput> = keyof Parsed<Input, "body"> & string;

interface RouteDefinition<
  Input extends RouteInput,
  Who extends Access,
  Fields extends z.ZodRawShape,
> extends RouteDescription {
  readonly throttle?: Throttle<NoInfer<BodyField<Input>>>;
  readonly url: string;
  readonly access: Who;
  readonly input?: Input;
  readonly success: Success<Fields>;
  readonly isTransfer?: boolean;
  /** What else is wrong with a body that is refused. */
  readonly judge?: Judge;
  readonly handler: (call: Call<Input, Who>) => Promise<Outcome<Fields>>;
}

/**
 * Everything about one operation of the API in one place: who may use it and how often, what it reads and responds, what
 * the OpenAPI document says about it, and which request to which service it becomes.
 */
export function defineRoute<
  const Who extends Access,
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Input extends RouteInput = RouteInput,
>(route: RouteDefinition<Input, Who, Fields>): Route {
  const { method, url, access, throttle, openPart, judge, handler } = route;
  const { isEventStream = false, isTransfer = false } = route;
  return (app, deps) => {
    app.route({
      method,
      url,
      exposeHeadRoute: !isEventStream,
      config: { access, throttle, openPart, judge, isEventStream, isTransfer },
      schema: describeRoute(route),
      handler: async (request, reply) => {
        const scope = isTransfer ? transferScopeOf(request) : scopeOf(request);
        const shown = isStaffAccess(access) ? shownCredentialOf(request) : undefined;
        const { body, query, params, headers } = request;
        const call: unknown = {
          body,
          query,
          params,
          headers,
          principal: access === "everybody" ? null : principalOf(request),
          // Most handlers say nothing in words.
          get language() {
            return languageOf(request);
          },
          get source() {
            return sourceOf(request, reply);
          },
          client: deps.client({ ...scope, shown }),
          deps,
          request,
          reply,
        };
        const outcome = await handler(call as Call<Input, Who>);
        if (outcome === undefined) return reply;
        if (isProposed(outcome)) {
          reply.code(202);
          return { success: true, data: { proposal: outcome.proposal } };
        }
        if (isFailure(outcome)) return refuse(reply, outcome);
        reply.code(route.success.status ?? 200);
        return { success: true, ...outcome };
      },
    });
  };
}

function isProposed(outcome: object): outcome is Proposed {
  return "kind" in outcome && outcome.kind === "proposed";
}

/** No response has a field of this name. */
function isFailure(outcome: object): outcome is Failure {
  return "kind" in outcome;
}

/** A route with bodies of its own kind: what `prepare` changes counts for it alone. */
export function withOwnParsers(prepare: (scope: GatewayApp) => void, route: Route): Route {
  return (app, deps) =>
    app.register(async (scope: GatewayApp) => {
      prepare(scope);
      route(scope, deps);
    });
}

/** A page, or a part of one: no operation of the API, for everybody, and not in the OpenAPI document. */
export function definePage<Params = unknown>(
  url: string,
  openPart: OpenPart,
  handler: (
    call: Pick<Call<RouteInput, "everybody">, "client" | "language" | "deps" | "request"> & {
      readonly params: Params;
      readonly reply: FastifyReply;
    },
  ) => unknown,
): Route {
  const config = { access: "everybody", openPart } as const;
  return (app, deps) => {
    for (const path of pathsOf(url)) {
      app.get(path, { schema: { hide: true }, config }, (request, reply) =>
        handler({
          request,
          params: request.params as Params,
          client: deps.client(scopeOf(request)),
          language: languageOf(request),
          deps,
          reply,
        }),
      );
    }
  };
}

/** People write a slash behind the address of a page, and some programs add one; it is no part of a file's name. */
function pathsOf(url: string): readonly string[] {
  return /\.\w+$/.test(url) ? [url] : [url, `${url}/`];
}
