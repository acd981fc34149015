import { z } from "zod";
import { Language } from "../language.ts";
import { requestsOf } from "../request.ts";
import { CountryCode } from "./enums.ts";
import { pageOf, pageRequest } from "./page.ts";

const request = requestsOf("identity");

/** What she sees herself: nothing of what another person may have entered. */
export const WaitlistReceiptView = z.object({ id: z.uuid(), email: z.string() });

export const WaitlistEntryView = WaitlistReceiptView.extend({
  name: z.string().nullable(),
  whatsapp: z.string().nullable(),
  country: CountryCode.nullable(),
  created_at: z.string(),
});
export type WaitlistEntryView = z.infer<typeof WaitlistEntryView>;

/**
 * Puts an address on the waitlist; one that stands there already stays as it is. `responseJson` is the body to send,
 * byte for byte: it is frozen under the idempotency key, and `replayed` tells that it was answered before.
 */
export const JoinWaitlist = request("join-waitlist", {
  request: z.object({
    email: z.string(),
    name: z.string().nullable(),
    whatsapp: z.string().nullable(),
    country: CountryCode.nullable(),
    language: Language,
    idempotency: z.object({ key: z.string(), bodyHash: z.string() }).nullable(),
  }),
  reply: z.object({ isNew: z.boolean(), responseJson: z.string(), replayed: z.boolean() }),
  refusals: ["validation-failed", "idempotency-key-reused"],
});

export const ListWaitlist = request("list-waitlist", {
  staff: { access: "admins", act: "look" },
  request: z.object(pageRequest),
  reply: pageOf(WaitlistEntryView),
  refusals: ["validation-failed"],
});

export const waitlistRequests = [JoinWaitlist, ListWaitlist] as const;
