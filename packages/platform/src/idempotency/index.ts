export {
  awaitKey,
  findKey,
  freezeResponse,
  type IdempotencyRow,
  type IdempotencyScope,
  idempotencyConstraint,
  insertKey,
} from "./keys.ts";
