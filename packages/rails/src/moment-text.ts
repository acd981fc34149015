import { epochMsOf, instant, instantOfEpochMs } from "@sanu/kernel";
import { z } from "zod";

const firstMs = epochMsOf(instant("0001-01-01T00:00:00.000000Z"));
const lastMs = epochMsOf(instant("9999-12-31T23:59:59.999999Z"));

/** Milliseconds since 1970 that our calendar has a date for; a clock that was never set is beside it. */
export const EpochMs = z.int().min(firstMs).max(lastMs);

/** A moment as text with its zone. */
export const MomentText = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .pipe(EpochMs)
  .transform(instantOfEpochMs);
