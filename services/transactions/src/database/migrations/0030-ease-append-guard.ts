// An append that comes first is not asked whether it does.
export { appendGuardAlone as easeAppendGuard } from "@sanu/platform";
