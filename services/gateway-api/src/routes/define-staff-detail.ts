import type { Language } from "@sanu/contracts";
import { z } from "zod";
import type { ScopedClient } from "../clients/request-client.ts";
import type { RouteDescription } from "../openapi/describe-route.ts";
import type { Failure } from "../plugins/problems.ts";
import { defineRoute, type Route } from "./define-route.ts";

type Described = Pick<RouteDescription, "operationId" | "tag" | "summary" | "problems">;

interface Found {
  readonly kind: "replied";
  readonly data: Readonly<Record<string, unknown>>;
}

interface DetailDefinition<Id extends z.ZodType> extends Described {
  /** Ends in `:id`. */
  readonly url: string;
  readonly id: Id;
  readonly description: string;
  /** The field of `data`, in the response as in the reply of the service. */
  readonly name: string;
  readonly view: z.ZodType;
  readonly find: (
    client: ScopedClient,
    id: z.output<Id>,
    language: Language,
  ) => Promise<Found | Failure>;
}

/** An operation by which the staff reads everything about one thing. */
export function defineStaffDetail<Id extends z.ZodType>(detail: DetailDefinition<Id>): Route {
  const { id, description, name, view, find, ...described } = detail;
  const params: z.ZodType = z.object({ id });
  return defineRoute({
    ...described,
    method: "GET",
    access: "staff",
    input: { params },
    success: { description, body: { data: z.object({ [name]: view }) } },
    async handler({ client, params: asked, language }) {
      const result = await find(client, (asked as { readonly id: z.output<Id> }).id, language);
      return result.kind === "replied" ? { data: result.data } : result;
    },
  });
}
