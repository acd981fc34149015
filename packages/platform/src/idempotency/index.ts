export {
  awaitKey,
  findKey,
  freezeResponse,
  type IdempotencyRow,
  type IdempotencyScope,
  idempotencyConstraint,
  insertKey,
} from "./keys.ts";
export { idempotencyAgeIndex, idempotencyRetention } from "./retention.ts";
