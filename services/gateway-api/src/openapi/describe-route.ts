import { type ProblemCode, problems } from "@sanu/contracts";
import type { z } from "zod";
import { Problem } from "./schemas.ts";

/** The parts of a request that a route parses. */
interface RouteParts {
  readonly body?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly params?: z.ZodType;
  readonly headers?: z.ZodType;
}

interface RouteDescription {
  readonly operationId: string;
  readonly tag: "accounts" | "transactions" | "providers" | "payment page";
  readonly summary: string;
  readonly needsUser: boolean;
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
  const { operationId, tag, summary, needsUser, success } = description;
  return {
    ...parts,
    operationId,
    summary,
    tags: [tag],
    ...(needsUser ? { security: [{ bearer: [] }, { stagingUserId: [] }] } : {}),
    response: {
      [success.status]: {
        description: success.description,
        content: { [success.contentType ?? "application/json"]: { schema: success.schema } },
      },
      ...problemAnswers([...description.problems, ...sharedProblems(parts, needsUser)]),
    },
  };
}

function sharedProblems(parts: RouteParts, needsUser: boolean): readonly ProblemCode[] {
  const ofBodies = ["malformed-json", "body-too-large", "unsupported-media-type"] as const;
  return [
    "bad-request",
    ...(needsUser ? (["unauthenticated"] as const) : []),
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
