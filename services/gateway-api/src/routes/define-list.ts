import type { Language } from "@sanu/contracts";
import { z } from "zod";
import type { Access } from "../auth/roles.ts";
import type { ScopedClient } from "../clients/request-client.ts";
import type { RouteDescription } from "../openapi/describe-route.ts";
import { pageOf } from "../openapi/responses.ts";
import type { Failure } from "../plugins/problems.ts";
import type { OpenPart } from "../throttle/open-part.ts";
import { defineRoute, type Outcome, type Route } from "./define-route.ts";
import { type Rows, toPage } from "./to-page.ts";

type Described = Pick<RouteDescription, "operationId" | "tag" | "summary" | "problems">;

interface ListDefinition<Row extends z.ZodType, Query extends z.ZodType> extends Described {
  readonly url: string;
  readonly access: Access;
  readonly openPart?: OpenPart;
  /** The field of the response that holds the rows. */
  readonly name: string;
  readonly row: Row;
  /** With the fields of a page. */
  readonly query: Query;
  readonly ask: (
    client: ScopedClient,
    query: z.output<Query>,
    language: Language,
  ) => Promise<Rows<z.input<Row>> | Failure>;
}

/** An operation that reads one page of rows. */
export function defineList<Row extends z.ZodType, Query extends z.ZodType>(
  list: ListDefinition<Row, Query>,
): Route {
  const { name, row, query, ask, ...described } = list;
  return defineRoute({
    ...described,
    method: "GET",
    input: { query },
    success: pageOf({ [name]: z.array(row) }),
    async handler({ client, query: asked, language }): Promise<Outcome<z.ZodRawShape>> {
      return toPage(name, await ask(client, asked, language));
    },
  });
}
