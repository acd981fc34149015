/**
 * Settings of identity and the gateway for tests and measurements, which do in seconds what people do in days. What
 * limits strangers and users has tests of its own, with the real numbers.
 */
export const roomyLimits: Readonly<Record<string, string>> = {
  AUTH_PER_MINUTE: "1000000",
  AUTH_PER_ADDRESS_AND_MINUTE: "1000000",
  LOGIN_FAILURES_PER_SOURCE_AND_HOUR: "1000000",
  LOGIN_FAILURES_PER_HOUR: "1000000",
  LOGIN_FAILURES_AT_KNOWN_ADDRESS_PER_HOUR: "1000000",
  REQUESTS_PER_USER_AND_MINUTE: "1000000",
  OPEN_REQUESTS_PER_ADDRESS_AND_MINUTE: "1000000",
  CALLBACKS_PER_ADDRESS_AND_MINUTE: "1000000",
  GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: "1000000",
};
