export { DESTINATION_KEY_BYTES_MIN, destinationHmac } from "./destination-hmac.ts";
export { type FetchedDestination, fetchDestination } from "./fetch-destination.ts";
