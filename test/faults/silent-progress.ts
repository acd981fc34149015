import type { Progress } from "@sanu/local-stack";

/** A test shows no progress. */
export const silent: Progress = {
  during: (_part, work) => work(),
  close: () => undefined,
};
