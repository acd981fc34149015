import { idOf } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";

export const TransactionParams = z.object({
  id: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .pipe(idOf<TransactionId>()),
});
