export {
  findKey,
  freezeAnswer,
  type IdempotencyRow,
  type IdempotencyScope,
  idempotencyConstraint,
  takeKey,
} from "./keys.ts";
