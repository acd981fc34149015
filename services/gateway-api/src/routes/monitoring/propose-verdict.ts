import { CaseView, ProposeVerdict, proposedKinds, type RequestInput } from "@sanu/contracts";
import { z } from "zod";
import type { ScopedClient } from "../../clients/request-client.ts";
import { CaseIdField, Reason, saidText } from "../../fields/fields.ts";
import {
  allRules,
  besideOthers,
  noneNamedOf,
  oneGivenOf,
  someNamedOf,
  where,
} from "../../fields/said-rules.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";
import { findByProviderReference } from "./find-by-provider-reference.ts";

const required = { params: { rule: "required" } };

const namingMoney = ["arrived", "paid-by-hand", "recovered"] as const;

/** Whether a verdict states by which name its money is found. */
function namesMoney({ verdict }: { readonly verdict: (typeof proposedKinds)[number] }): boolean {
  return namingMoney.some((each) => each === verdict);
}

/** They are said of all that the case is about: who gave a part of it by hand would end the whole debt. */
const ofAll = proposedKinds.filter((kind) => kind !== "arrived");

function mayHave(amount: "amount_xof" | "amount_satoshi") {
  return (body: {
    readonly verdict: string;
    readonly amount_xof?: number | undefined;
    readonly amount_satoshi?: number | undefined;
  }) => body[amount] === undefined || !ofAll.some((each) => each === body.verdict);
}

const Body = z
  .object({
    verdict: z
      .enum(proposedKinds)
      .describe(
        "`arrived`: the money is where it should be. `never`: it is not and never will be. `close`: it is settled otherwise. `release`, `refund`: what is held goes on, or back. `paid-by-hand`: what was owed was given outside our rails. `recovered`, `written-off`: what a provider took back was paid again, or never will be. `came`, `never-came`: whether the receipt did that the case is about. `other-amount`: it came as the amount that its provider shows by now",
      ),
    provider_reference: saidText(fieldLimits.referenceLettersMax)
      .optional()
      .describe(
        "With `arrived`, `paid-by-hand` and `recovered`: the provider's own name of the money",
      ),
    amount_xof: z
      .int()
      .min(1)
      .max(fieldLimits.rateXofMax)
      .optional()
      .describe("With `arrived` alone: what arrived, or `amount_satoshi`"),
    amount_satoshi: z.int().min(1).max(fieldLimits.amountSatsMax).optional(),
    evidence: Reason.describe("What was seen, and where; kept where it can be erased"),
  })
  .refine((body) => !namesMoney(body) || body.provider_reference !== undefined, {
    path: ["provider_reference"],
    ...besideOthers,
    ...required,
  })
  .refine(
    ({ verdict, amount_xof: xof, amount_satoshi: sats }) => {
      return verdict !== "arrived" || (xof === undefined) !== (sats === undefined);
    },
    { path: ["amount_xof"], ...besideOthers, ...required },
  )
  .refine(mayHave("amount_xof"), { path: ["amount_xof"], ...besideOthers })
  .refine(mayHave("amount_satoshi"), { path: ["amount_satoshi"], ...besideOthers })
  .meta(
    allRules(
      where("verdict", namingMoney, someNamedOf("provider_reference")),
      where("verdict", ["arrived"], oneGivenOf("amount_xof", "amount_satoshi")),
      where("verdict", ofAll, noneNamedOf("amount_xof", "amount_satoshi")),
    ),
  );

export const proposeVerdict = defineRoute({
  operationId: "proposeVerdict",
  method: "POST",
  url: "/monitoring/cases/:id/propose",
  access: "admins",
  tag: "monitoring",
  summary: "Say what happened; it counts once somebody else approves it",
  input: { params: z.object({ id: CaseIdField }), body: Body },
  success: {
    description: "The case with the proposal. The same words again are the same proposal",
    body: { data: z.object({ case: CaseView }) },
  },
  problems: ProposeVerdict.refusals,
  async handler({ client, principal: { accountId: by }, params: { id: caseId }, body }) {
    const { evidence } = body;
    const found = await findBooked(client, body);
    if (found.kind !== "found") return found;
    const said = { caseId, by, proposed: proposedIn(body), evidence, ...found.booked };
    const result = await client.command(ProposeVerdict, said);
    return result.kind === "replied" ? { data: result.data } : result;
  },
});

/** Only payments and payouts know what providers call their orders. */
async function findBooked(client: ScopedClient, body: z.output<typeof Body>) {
  const { provider_reference: reference } = body;
  if (!namesMoney(body) || reference === undefined) return { kind: "found", booked: {} } as const;
  const found = await findByProviderReference(client, reference);
  if (found.kind !== "found") return found;
  return { kind: "found", booked: { bookedWith: found.transactionIds } } as const;
}

function proposedIn({
  verdict: kind,
  provider_reference: providerReference = "",
  amount_xof: xof,
  amount_satoshi: sats,
}: z.output<typeof Body>): RequestInput<typeof ProposeVerdict>["proposed"] {
  if (kind === "paid-by-hand" || kind === "recovered") return { kind, providerReference };
  if (kind !== "arrived") return { kind };
  const money =
    xof === undefined
      ? ({ currency: "SATS", amountSats: `${sats ?? 0}` } as const)
      : ({ currency: "XOF", amountXof: `${xof}` } as const);
  return { kind, providerReference, money };
}
