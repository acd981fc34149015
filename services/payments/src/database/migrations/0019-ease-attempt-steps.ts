// Each change of an attempt writes a step: with one expression.
export { attemptStepAlone as easeAttemptSteps } from "@sanu/platform";
