import { z } from "zod";

/**
 * Where a request comes from: its address (IPv6 as its /64 network), and what the client's browser or app has from us to be
 * known by again. A gateway of an older release names none.
 */
export const RequestSource = z.object({
  address: z.string(),
  device: z.string().nullable(),
  /** Identity has said so: the person whom the request names has proved there who she is. */
  isKnown: z.boolean().optional(),
});
export type RequestSource = z.infer<typeof RequestSource>;
