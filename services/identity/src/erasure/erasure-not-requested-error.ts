/** Transactions closed an account whose erasure nobody requested: the logs belong to different pasts. Parked. */
export class ErasureNotRequestedError extends Error {
  override readonly name = "ErasureNotRequestedError";
}
