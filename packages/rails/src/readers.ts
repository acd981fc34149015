/** What a person writes and we read, without a rail: for who only judges what was written. */
export { type ReceiverReading, readReceiver } from "./bitcoin/receiver.ts";
export { type PhoneReading, readPhone } from "./mobile-money/phone.ts";
