import { z } from "zod";
import { publishingServices } from "./services.ts";

/** What somebody, or a rule, chose: by which rule, and what was passed over for it. */
const Decided = z.object({
  what: z.string().nullable().describe("null where nothing fitted"),
  rule: z.string(),
  passed_over: z.array(z.object({ what: z.string(), because: z.string() })),
});

const storyKinds = ["event", "attempt", "call", "callback", "case", "staff-act", "mail"] as const;

/** One moment of a transaction, in whichever service. */
export const StoryEntry = z.object({
  at: z.string(),
  service: z.enum(publishingServices),
  kind: z.enum(storyKinds),
  what: z.string().describe("The event's name, or what was done"),
  about: z.uuid().describe("The transaction, payment, payout, refund, case or account"),
  correlation_id: z.string().nullable(),
  by: z.uuid().nullable().describe("Who of the staff, where somebody was it"),
  decided: Decided.nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type StoryEntry = z.infer<typeof StoryEntry>;
