import { ListWaitlist, WaitlistEntryView } from "@sanu/contracts";
import { z } from "zod";
import { pageFields } from "../../fields/fields.ts";
import { pageOf } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { toPage } from "../to-page.ts";

export const listWaitlist = defineRoute({
  operationId: "listWaitlist",
  method: "GET",
  url: "/waitlist",
  access: "admins",
  tag: "waitlist",
  summary: "Who waits, newest first",
  input: { query: z.object(pageFields) },
  success: pageOf({ entries: z.array(WaitlistEntryView) }),
  problems: ListWaitlist.refusals,
  async handler({ client, query: { limit, cursor = null } }) {
    return toPage("entries", await client.request(ListWaitlist, { limit, cursor }));
  },
});
