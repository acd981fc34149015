import { KeyScope, type ProblemCode, ProposalView, problems } from "@sanu/contracts";
import { z } from "zod";
import { type Access, rolesOf } from "../auth/roles.ts";
import type { OpenPart } from "../throttle/open-part.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { Problem } from "./responses.ts";

/** The parts of a request that a route reads; what is not named here it does not see. */
export interface RouteInput {
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly params?: z.ZodType;
  readonly headers?: z.ZodType;
}

/** The response where all went well: JSON with `success: true` and these fields, or something else as a whole. */
export type Success<Fields extends z.ZodRawShape = z.ZodRawShape> = {
  /** 200 unless given. */
  readonly status?: number;
  readonly description: string;
} & (
  | { readonly body: Fields }
  | { readonly body?: never; readonly schema: z.ZodType; readonly contentType?: string }
);

export interface RouteDescription {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  readonly operationId: string;
  readonly access: Access;
  /** For operations of everybody that cost somebody something. */
  readonly throttle?: Throttle;
  /** For the others of everybody. */
  readonly openPart?: OpenPart;
  readonly tag:
    | "accounts"
    | "transactions"
    | "orders"
    | "rates"
    | "users"
    | "kyc"
    | "waitlist"
    | "providers"
    | "monitoring"
    | "aggregators"
    | "approvals"
    | "wallet"
    | "api keys"
    | "payment page";
  readonly summary: string;
  readonly input?: RouteInput;
  /** The type of the body where it is not JSON. */
  readonly consumes?: string;
  readonly success: Success;
  readonly isEventStream?: boolean;
  /** Where two people decide it answers 202 with the proposal. */
  readonly mayPropose?: boolean;
  /** What the route can refuse; the problems that every route of its kind shares are added. */
  readonly problems: readonly ProblemCode[];
}

/** The schema of a route: what validates its requests, and what the OpenAPI document says about it. */
export function describeRoute(route: RouteDescription) {
  const { operationId, tag, summary, success, consumes } = route;
  const { query: querystring, ...parts } = route.input ?? {};
  return {
    ...parts,
    ...(querystring && { querystring }),
    operationId,
    summary,
    tags: [tag],
    ...accessIn(route),
    "x-limited": isLimited(route),
    "x-body-optional": route.input?.body?.safeParse({}).success === true,
    ...(consumes && { consumes: [consumes] }),
    response: {
      [success.status ?? 200]: {
        description: success.description,
        content: contentOf(success),
      },
      ...(route.isEventStream && { 204: z.null().describe("The last state is known already") }),
      ...(route.mayPropose === true && { 202: proposedResponse }),
      ...problemResponses([...route.problems, ...sharedProblems(route)]),
    },
  };
}

const proposedResponse = {
  description: "Proposed: it waits for another person's approval",
  content: contentOf({
    description: "",
    body: { data: z.object({ proposal: ProposalView }) },
  }),
};

function contentOf(success: Success) {
  if (success.body === undefined) {
    return { [success.contentType ?? "application/json"]: { schema: success.schema } };
  }
  const schema = z.object({ success: z.literal(true), ...success.body });
  return { "application/json": { schema } };
}

/** What the document says about who may use a route: `security`, and the roles in words and for programs. */
function accessIn({ access, operationId }: Pick<RouteDescription, "access" | "operationId">) {
  if (access === "everybody") return {};
  const isScope = KeyScope.options.some((scope) => scope === operationId);
  const byKey = isScope ? ` By an API key of the scope \`${operationId}\` too.` : "";
  return {
    security: [{ bearer: [] }, { stagingUserId: [] }],
    description: `For the roles ${rolesOf[access].join(", ")}.${byKey}`,
    "x-roles": rolesOf[access],
    ...(isScope && { "x-key-scope": operationId }),
  };
}

/** What the staff does to her own account she does with what proves it. */
function isStaffAct({ access, tag }: RouteDescription): boolean {
  return (access === "staff" || access === "admins") && tag !== "accounts";
}

function isLimited({ access, throttle, openPart }: RouteDescription): boolean {
  return access !== "everybody" || (throttle ?? openPart) !== undefined;
}

function sharedProblems(route: RouteDescription): readonly ProblemCode[] {
  const { body, query, params, headers } = route.input ?? {};
  const { method, consumes } = route;
  // Also where none is wanted: one that comes has to be one.
  const ofBodies = ["body-too-large", "unsupported-media-type", "request-timeout"] as const;
  return [
    "bad-request",
    ...(route.access === "everybody" ? [] : (["unauthenticated", "forbidden"] as const)),
    ...(isStaffAct(route) ? (["second-factor-required", "step-up-required"] as const) : []),
    ...(isLimited(route) ? (["too-many-requests"] as const) : []),
    ...(params === undefined ? [] : (["not-found"] as const)),
    ...(method === "GET" ? [] : ofBodies),
    ...(method === "GET" || consumes !== undefined ? [] : (["malformed-json"] as const)),
    ...((body ?? query ?? headers) ? (["validation-failed"] as const) : []),
    "service-unavailable",
  ];
}

/** One response for each status, which names the codes that come with it. */
function problemResponses(codes: readonly ProblemCode[]): Readonly<Record<number, unknown>> {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      status,
      {
        description: sameStatus.toSorted().join(", "),
        content: { "application/problem+json": { schema: Problem } },
      },
    ]),
  );
}
