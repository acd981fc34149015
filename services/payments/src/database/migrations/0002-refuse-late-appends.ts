// The relay passes over open transactions that have written something else; none of them may append later.
export { appendGuard as refuseLateAppends } from "@sanu/platform";
