import { z } from "zod";
import { InstantText } from "../texts.ts";

/**
 * The end of a session, or of one token of it, before its time: who presents a token with this id, as its session
 * (`sid`) or as its own (`jti`), is refused from `from` on. After `until` no such token can be valid anyhow. So it is of an API
 * key; of an account, all of whose sessions ended, it says that what is known of its keys from before is asked again.
 */
export const Revocation = z.object({ id: z.uuid(), from: InstantText, until: InstantText });
export type Revocation = z.infer<typeof Revocation>;

/**
 * What identity tells every gateway on core NATS: all revocations behind `afterSequence` up to `sequence`, and
 * several times a second, that there are none. The sequence has no gaps: one that does not follow the last one
 * known means that something was missed.
 */
export const RevocationBatch = z.object({
  afterSequence: z.int().min(0),
  sequence: z.int().min(0),
  revocations: z.array(Revocation).readonly(),
  /** Identity's present moment; a release before did not say it. */
  at: InstantText.optional(),
  /**
   * Which run of identity publishes it, in the order in which it read: messages of two replicas may cross, those of one
   * may not. A release before did not say it.
   */
  publisher: z.uuid().optional(),
});
export type RevocationBatch = z.infer<typeof RevocationBatch>;
