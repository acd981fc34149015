import { z } from "zod";

/** The languages of messages, field errors and list dates; French is the default. */
export const Language = z.enum(["fr", "en"]);
export type Language = z.infer<typeof Language>;
