import { z } from "zod";

const FrozenAnswer = z.object({ isNew: z.boolean(), answerJson: z.string() });

/** What stands frozen under a client's key: the body that was sent, and whether it told of a new entry. */
export type FrozenAnswer = z.infer<typeof FrozenAnswer>;

/** Reads what stands under a key. */
export function readFrozenAnswer(text: string): FrozenAnswer {
  return FrozenAnswer.parse(JSON.parse(text));
}
