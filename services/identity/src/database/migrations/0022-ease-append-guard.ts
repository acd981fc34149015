// Each append asks whether it comes first: without a query of its own.
export { appendGuardAlone as easeAppendGuard } from "@sanu/platform";
