import {
  ConnectorTermsView,
  connectorLimits,
  type FieldErrors,
  proposalRefusals,
  transactionsProposals,
} from "@sanu/contracts";
import { z } from "zod";
import { Reason, requiredText, rule } from "../../fields/fields.ts";
import { besideOthers, someNamedOf } from "../../fields/said-rules.ts";
import { fieldLimits } from "../../limits.ts";
import { problem } from "../../plugins/problems.ts";
import { propose, proposedSuccess } from "../approvals/propose.ts";
import { defineRoute } from "../define-route.ts";
import { readAggregators } from "./read-aggregators.ts";

const { is_enabled, priorities } = ConnectorTermsView.shape;
const Bound = z.int().min(1).max(fieldLimits.boundXofMax).nullish();
const named = ["is_enabled", "priorities", "min_xof", "max_xof"] as const;

function isAbove(least: unknown, most: unknown): boolean {
  return typeof least === "number" && typeof most === "number" && least > most;
}

const Direction = z
  .object({
    is_enabled: is_enabled.optional(),
    priorities: z
      .record(priorities.keyType, z.int().min(1).max(connectorLimits.priorityMax).nullable())
      .refine((each) => Object.keys(each).length <= fieldLimits.channelsMax)
      .meta({ maxProperties: fieldLimits.channelsMax })
      .optional()
      .describe("By channel; null gives it its place in the setting back"),
    min_xof: Bound.describe("It gets no order of less; null ends the bound"),
    max_xof: Bound.describe("It gets no order of more; null ends the bound"),
  })
  .refine((one) => named.some((field) => one[field] !== undefined), {
    path: ["is_enabled"],
    ...besideOthers,
    ...rule("required"),
  })
  .refine(({ min_xof, max_xof }) => !isAbove(min_xof, max_xof), {
    path: ["max_xof"],
    ...besideOthers,
    ...rule("below-least"),
  })
  .meta(someNamedOf(...named));

const Body = z
  .object({
    collection: Direction.optional().describe("Money in"),
    disbursement: Direction.optional().describe("Money out"),
    reason: Reason,
  })
  .refine(({ collection, disbursement }) => (collection ?? disbursement) !== undefined, {
    path: ["collection"],
    ...besideOthers,
    ...rule("required"),
  })
  .meta(someNamedOf("collection", "disbursement"));

export const changeAggregator = defineRoute({
  operationId: "changeAggregator",
  method: "PATCH",
  url: "/aggregators/:code",
  access: "admins",
  tag: "aggregators",
  summary: "Propose whether, in which order and within which bounds a provider gets orders",
  input: { params: z.object({ code: requiredText(fieldLimits.providerLettersMax) }), body: Body },
  success: proposedSuccess,
  problems: proposalRefusals("change-aggregator"),
  async handler({ client, principal: { accountId: by }, params: { code }, body }) {
    const read = await readAggregators(client);
    if (read.kind !== "read") return read;
    const found = read.aggregators.find((one) => one.code === code);
    if (found === undefined) return problem("not-found");
    const { reason, ...directions } = body;
    const notServed = (["collection", "disbursement"] as const).filter(
      (direction) => directions[direction] !== undefined && found[direction] === null,
    );
    if (notServed.length > 0) {
      const fields: FieldErrors = Object.fromEntries(notServed.map((one) => [one, ["not-served"]]));
      return { kind: "refused", refusal: { code: "validation-failed", fields } };
    }
    const change = { operation: "change-aggregator", code, ...directions } as const;
    return propose(client, transactionsProposals, { by, reason, change });
  },
});
