export { type ErasurePlan, type ErasureStep, erasureStatements } from "./erasure-plan.ts";
