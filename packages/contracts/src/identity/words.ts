import { z } from "zod";

/** The countries of the West African CFA franc. */
export const CountryCode = z.enum(["BJ", "BF", "CI", "GW", "ML", "NE", "SN", "TG"]);
export type CountryCode = z.infer<typeof CountryCode>;
