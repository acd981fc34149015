import { kycPieces } from "@sanu/contracts";

export const kycLimits = {
  /** All documents of one submission together (api.md 4). */
  bytesMax: kycPieces.documentBytesMax,
  /** Submissions begun by one account in a day: eight megabytes each. */
  submissionsPerDay: 10,
  dayMs: 86_400_000,
} as const;
