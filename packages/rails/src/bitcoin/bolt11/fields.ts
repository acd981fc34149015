import { type Field, isBrokenField } from "./broken-field.ts";
import { bytesOfWords, numberOfWords, type Words } from "./words.ts";

export interface InvoiceFields {
  readonly paymentHash: Uint8Array;
  readonly payee: Uint8Array | null;
  readonly descriptionHash: Uint8Array | null;
  readonly expirySeconds: number;
  readonly finalCltvBlocks: number;
}

const EXPIRY_DEFAULT_SECONDS = 3600;
const FINAL_CLTV_DEFAULT_BLOCKS = 18;
/** Ten words hold 50 bits, which a number keeps exact. */
const NUMBER_WORDS_MAX = 10;

const tag = {
  paymentHash: 1,
  features: 5,
  expiry: 6,
  description: 13,
  secret: 16,
  payee: 19,
  descriptionHash: 23,
  finalCltv: 24,
};

/** Even feature bits a payer of today fulfils; any other even bit means that we must not pay (BOLT 9). */
const knownFeatures = new Set([8, 14, 16, 24, 36, 48]);

/** Null where BOLT 11 says that the payment must fail. */
export function readFields(words: Words): InvoiceFields | null {
  const fields = splitFields(words);
  if (fields === null || fields.some(isBrokenField)) return null;
  // A field of another length than its kind has is skipped, as the examples of BOLT 11 demand.
  const sized = (type: number, length: number) =>
    fields.find((field) => field.type === type && field.data.length === length)?.data;
  const any = (type: number) => fields.find((field) => field.type === type)?.data;

  const paymentHash = sized(tag.paymentHash, 52);
  const hasDescription = any(tag.description) !== undefined;
  const descriptionHash = sized(tag.descriptionHash, 52);
  if (paymentHash === undefined || sized(tag.secret, 52) === undefined) return null;
  if (hasDescription === (descriptionHash !== undefined)) return null;
  if (hasUnknownFeature(any(tag.features) ?? [])) return null;
  const expirySeconds = readNumber(any(tag.expiry), EXPIRY_DEFAULT_SECONDS);
  const finalCltvBlocks = readNumber(any(tag.finalCltv), FINAL_CLTV_DEFAULT_BLOCKS);
  if (expirySeconds === null || finalCltvBlocks === null) return null;

  const payee = sized(tag.payee, 53);
  return {
    paymentHash: bytesOfWords(paymentHash),
    payee: bytesOrNull(payee),
    descriptionHash: bytesOrNull(descriptionHash),
    expirySeconds,
    finalCltvBlocks,
  };
}

function bytesOrNull(words: Words | undefined): Uint8Array | null {
  return words === undefined ? null : bytesOfWords(words);
}

function splitFields(words: Words): readonly Field[] | null {
  const fields: Field[] = [];
  let at = 0;
  while (at < words.length) {
    const [type, high, low] = words.slice(at, at + 3);
    if (type === undefined || high === undefined || low === undefined) return null;
    const end = at + 3 + high * 32 + low;
    if (end > words.length) return null;
    fields.push({ type, data: words.slice(at + 3, end) });
    at = end;
  }
  return fields;
}

function readNumber(data: Words | undefined, preset: number): number | null {
  if (data === undefined) return preset;
  return data.length > NUMBER_WORDS_MAX ? null : numberOfWords(data);
}

function hasUnknownFeature(data: Words): boolean {
  return data.toReversed().some((word, index) =>
    [0, 1, 2, 3, 4].some((offset) => {
      const bit = index * 5 + offset;
      return ((word >> offset) & 1) === 1 && bit % 2 === 0 && !knownFeatures.has(bit);
    }),
  );
}
