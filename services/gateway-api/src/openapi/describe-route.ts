import { type ProblemCode, problems } from "@sanu/contracts";
import type { z } from "zod";
import { type Access, type OperationId, routeAccess } from "../access/route-access.ts";
import { throttledOperations } from "../access/throttled-operations.ts";
import { Problem } from "./schemas.ts";

interface RouteParts {
  readonly body?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly params?: z.ZodType;
  readonly headers?: z.ZodType;
}

interface RouteDescription {
  readonly operationId: OperationId;
  readonly tag:
    | "accounts"
    | "transactions"
    | "rates"
    | "users"
    | "kyc"
    | "waitlist"
    | "providers"
    | "monitoring"
    | "wallet"
    | "payment page";
  readonly summary: string;
  readonly success: {
    readonly status: number;
    readonly description: string;
    readonly contentType?: string;
    readonly schema: z.ZodType;
  };
  /** What the route can refuse; the problems that every route of its kind shares are added. */
  readonly problems: readonly ProblemCode[];
}

/** The schema of a route: what validates its requests, and what the OpenAPI document says about it. */
export function describeRoute<const Parts extends RouteParts>(
  parts: Parts,
  description: RouteDescription,
) {
  const { operationId, tag, summary, success } = description;
  const access = routeAccess[operationId];
  return {
    ...parts,
    operationId,
    summary,
    tags: [tag],
    ...accessIn(access),
    response: {
      [success.status]: {
        description: success.description,
        content: { [success.contentType ?? "application/json"]: { schema: success.schema } },
      },
      ...problemAnswers([...description.problems, ...sharedProblems(operationId, parts)]),
    },
  };
}

/** What the document says about who may use a route: `security`, and the roles in words and for programs. */
function accessIn(access: Access) {
  if (access === "everybody") return {};
  return {
    security: [{ bearer: [] }, { stagingUserId: [] }],
    description: `For the roles ${access.join(", ")}.`,
    "x-roles": access,
  };
}

function sharedProblems(operationId: OperationId, parts: RouteParts): readonly ProblemCode[] {
  const isOpen = routeAccess[operationId] === "everybody";
  const isLimited = !isOpen || operationId in throttledOperations;
  const ofBodies = ["malformed-json", "body-too-large", "unsupported-media-type"] as const;
  return [
    "bad-request",
    ...(isOpen ? [] : (["unauthenticated", "forbidden"] as const)),
    ...(isLimited ? (["too-many-requests"] as const) : []),
    ...(parts.params === undefined ? [] : (["not-found"] as const)),
    ...(parts.body === undefined ? [] : ofBodies),
    ...((parts.body ?? parts.querystring ?? parts.headers) ? (["validation-failed"] as const) : []),
    "service-unavailable",
  ];
}

/** One answer for each status, which names the codes that come with it. */
function problemAnswers(codes: readonly ProblemCode[]): Readonly<Record<number, unknown>> {
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
