// An account stays its provider's when the order of a setting changes, and ends when its provider has left.
export { ownAccounts } from "@sanu/platform";
