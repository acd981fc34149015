/** What the staff says of providers has one log for the whole system; this is its name. */
export const connectorTermsStream = "00000000-0000-7000-8000-0000000c0115";
