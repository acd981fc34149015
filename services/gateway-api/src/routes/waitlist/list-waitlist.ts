import { ListWaitlist, WaitlistEntryView } from "@sanu/contracts";
import { z } from "zod";
import { pageFields } from "../../fields/fields.ts";
import { defineList } from "../define-list.ts";

export const listWaitlist = defineList({
  operationId: "listWaitlist",
  url: "/waitlist",
  access: "admins",
  tag: "waitlist",
  summary: "Who waits, newest first",
  name: "entries",
  row: WaitlistEntryView,
  query: z.object(pageFields),
  problems: ListWaitlist.refusals,
  ask: (client, { limit, cursor = null }) => client.request(ListWaitlist, { limit, cursor }),
});
