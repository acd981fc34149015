import { type ProblemCode, problems, UserView } from "@sanu/contracts";
import { z } from "zod";

/** Fields that several successes share; `success: true` stands before them all. */
export const messageBody = { message: z.string() };
export const userBody = { data: z.object({ user: UserView }) };
export const messageAndUserBody = { ...messageBody, ...userBody };

/** A page of rows, and behind them what leads to the next page. */
export function pageOf<Rows extends z.ZodRawShape>(rows: Rows) {
  const meta = z.object({ next_cursor: z.string().nullable() });
  return {
    description: "One page; `meta.next_cursor` leads to the next",
    body: { ...rows, meta },
  };
}

export const Problem = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.enum(Object.keys(problems) as ProblemCode[]),
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
