export { destinationHmac } from "./destination-hmac.ts";
export { type FetchedDestination, fetchDestination } from "./fetch-destination.ts";
