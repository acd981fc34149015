export {
  findKey,
  freezeAnswer,
  type IdempotencyRow,
  type IdempotencyScope,
  idempotencyConstraint,
  insertKey,
} from "./keys.ts";
