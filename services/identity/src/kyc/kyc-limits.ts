import { kycPieces } from "@sanu/contracts";

export const kycLimits = {
  /** All documents of one submission together. */
  bytesMax: kycPieces.documentBytesMax,
  /** Submissions begun by one account in a day: eight megabytes each. */
  submissionsPerDay: 10,
  dayMs: 86_400_000,
} as const;
