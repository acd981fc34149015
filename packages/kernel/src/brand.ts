declare const brandOf: unique symbol;

/** A type that only its own constructor can make: `Brand<bigint, "Xof">` is no other bigint. */
export type Brand<Base, Name extends string> = Base & { readonly [brandOf]: Name };
