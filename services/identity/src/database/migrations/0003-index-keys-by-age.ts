// Idempotency keys are deleted by age.
export { idempotencyAgeIndex as indexKeysByAge } from "@sanu/platform";
