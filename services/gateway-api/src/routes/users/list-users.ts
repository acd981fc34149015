import {
  AccountRole,
  AccountStatus,
  CountryCode,
  KycStatus,
  ListUsers,
  StaffUserView,
  userIn,
} from "@sanu/contracts";
import { z } from "zod";
import { pageFields, saidText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { defineList } from "../define-list.ts";

const Query = z.object({
  ...pageFields,
  search: saidText(fieldLimits.searchLettersMax)
    .optional()
    .describe("Part of a name, address, handle or WhatsApp number, or an id"),
  role: AccountRole.optional(),
  status: AccountStatus.optional(),
  kyc_status: KycStatus.optional(),
  kyc_tier: z
    .string()
    .regex(/^[0-3]$/)
    .transform(Number)
    .optional(),
  country: CountryCode.optional(),
});

export const listUsers = defineList({
  operationId: "listUsers",
  url: "/users",
  access: "staff",
  tag: "users",
  summary: "The users, newest first",
  name: "users",
  row: StaffUserView,
  query: Query,
  problems: ListUsers.refusals,
  async ask(client, query, language) {
    const { limit, cursor = null, search = null, role = null, status = null } = query;
    const { kyc_status: kycStatus = null, kyc_tier: kycTier = null, country = null } = query;
    const filter = { limit, cursor, search, role, status, kycStatus, kycTier, country };
    const result = await client.request(ListUsers, filter);
    if (result.kind !== "replied") return result;
    const { rows, nextCursor } = result.data;
    return {
      kind: "replied",
      data: { rows: rows.map((user) => userIn(language, user)), nextCursor },
    };
  },
});
