import { z } from "zod";

/**
 * Broken fields found by a service after the gateway's own validation (an address already taken, a wrong
 * code): field → rule names. The gateway turns the rules into sentences of the client's language.
 */
export const FieldRule = z.enum([
  "required",
  /** Nothing that we gave out, or no such thing at all. */
  "invalid",
  "taken",
  "invalid-code",
  "invalid-passkey",
  "wrong-password",
  "too-common",
  /** It repeats the password, and says another one. */
  "other-password",
  "invalid-phone-number",
  /** XOF has no smaller unit. */
  "whole-francs",
  "invalid-receiver",
  "wrong-network",
  "unsupported-country",
  "invalid-document",
  "invalid-document-number",
  /** It can serve only once, as an invoice does, or what demands an amount, and so cannot be saved or ordered to again and again. */
  "single-use",
  "listed-twice",
  "second-default",
  /** A standing order would end before it is due for the first time. */
  "never-due",
  /** No price lies there, whoever sets it. */
  "outside-band",
  /** More of the internet than a key may open from. */
  "too-wide",
  /** The most lies below the least. */
  "below-least",
  /** The provider is not asked for that. */
  "not-served",
  /** The key opens no orders, so there is nothing to limit. */
  "no-orders",
  /** Another field stands for the same, and both were given. */
  "one-of-two",
  /** It acts at once, and what waits does not come with it. */
  "alone",
]);
export type FieldRule = z.infer<typeof FieldRule>;

export type FieldErrors = Readonly<Record<string, readonly FieldRule[]>>;
