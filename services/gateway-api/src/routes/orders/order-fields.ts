import { Frequency, TransactionType } from "@sanu/contracts";
import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import { z } from "zod";
import { AmountXof, optionalText, Phone, rule } from "../../fields/fields.ts";
import { allRules, besideOthers, oneGivenOf, where } from "../../fields/said-rules.ts";
import { fieldLimits } from "../../limits.ts";

const sale = TransactionType.enum.SELL_BITCOIN;
const purchases = TransactionType.options.filter((type) => type !== sale);
const weekDays = 7;
const monthDays = 31;

const namingReceiver = {
  required: ["receiver_address"],
  properties: { receiver_address: { type: "string", minLength: 1 } },
} as const;
const dayOfWeek = { properties: { day: { maximum: weekDays } } } as const;

/** A moment as people and machines write it, with an offset or `Z`. */
const Moment = z.iso
  .datetime({ offset: true })
  .max(fieldLimits.momentLettersMax)
  .transform((text) => new Date(text))
  // Years of a sign or of five digits are no moments here, nor is one that its offset takes there.
  .refine((moment) => /^(?!0000)\d{4}-/.test(moment.toISOString()))
  .transform((moment): Instant => instantOfEpochMs(moment.getTime()));

const Fields = z.object({
  type: TransactionType,
  amount: AmountXof.describe("Whole XOF, each time"),
  receiver_address: optionalText(fieldLimits.receiverLettersMax).describe(
    "Of a purchase where the satoshis go, of a sale where they are returned to if need be. What serves once is refused: an invoice and, of a purchase, what demands an amount",
  ),
  number: Phone.describe("Mobile-money number"),
  provider: optionalText(fieldLimits.providerLettersMax),
  price: z
    .int()
    .min(1)
    .nullish()
    .describe(
      "Orders once, when a purchase costs at most, or a sale brings at least, so many XOF for one bitcoin; or `every`, exactly one of them",
    ),
  every: Frequency.nullish().describe("Orders each time; or `price`, exactly one of them"),
  day: z
    .int()
    .min(1)
    .max(monthDays)
    .nullish()
    .describe(
      "Of the week from Monday, 1, or of the month, whose last day stands for those that it has not; that of today where it is missing",
    ),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullish()
    .describe("`HH:MM` of the business time zone; that of now where it is missing"),
  until: Moment.nullish().describe("Nothing is ordered behind it"),
  count: z
    .int()
    .min(1)
    .max(fieldLimits.standingOrderCountMax)
    .nullish()
    .describe("Ends with so many transactions"),
});

export const OrderBody = Fields.refine(
  ({ type, receiver_address: receiver }) => type === sale || Boolean(receiver),
  { path: ["receiver_address"], ...besideOthers, ...rule("required") },
)
  .refine(({ price, every }) => isGiven(price) || isGiven(every), {
    path: ["every"],
    ...besideOthers,
    ...rule("required"),
  })
  .refine(({ price, every }) => !isGiven(price) || !isGiven(every), {
    path: ["price"],
    ...besideOthers,
    ...rule("one-of-two"),
  })
  .refine(({ every, day }) => every !== "week" || !isGiven(day) || Number(day) <= weekDays, {
    path: ["day"],
    ...besideOthers,
  })
  .meta(
    allRules(
      where("type", purchases, namingReceiver),
      oneGivenOf("price", "every"),
      where("every", ["week"], dayOfWeek),
    ),
  );
export type OrderBody = z.output<typeof OrderBody>;

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** When it is due, as the service is asked for it. */
export function triggerOf({ price, every, day = null, time = null }: OrderBody) {
  return isGiven(price) || !every
    ? { kind: "price" as const, priceXofPerBtc: String(price) }
    : { kind: "schedule" as const, every, day, time };
}
