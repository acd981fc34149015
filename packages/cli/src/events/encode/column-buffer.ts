import type { ColumnKind } from "./columns.ts";

/**
 * The values of a column in a few arrays, which reach another thread without a copy of each value: texts in one, and the length of
 * each or -1 for null; whole numbers, and 1 beside each null; yes, no and null as 1, 0 and -1.
 */
export type ColumnValues =
  | { readonly texts: string; readonly lengths: Int32Array<ArrayBuffer> }
  | { readonly wholes: BigInt64Array<ArrayBuffer>; readonly nulls: Uint8Array<ArrayBuffer> }
  | { readonly answers: Int8Array<ArrayBuffer> };

/** Collects the values of a column. */
export interface ColumnBuffer {
  /** Null is where the field is absent. Throws on a value that the column cannot hold. */
  readonly add: (value: unknown) => void;
  readonly values: () => ColumnValues;
}

/** A buffer for values as the payload has them. */
export function columnBuffer(kind: ColumnKind): ColumnBuffer {
  switch (kind) {
    case "integer":
      return wholeBuffer((value) => BigInt(value as string | number));
    case "instant":
      return wholeBuffer((value) => microsOf(value as string));
    case "boolean":
      return answerBuffer();
    case "text":
    case "id":
      return textBuffer((value) => (typeof value === "string" ? value : JSON.stringify(value)));
    case "json":
      return textBuffer((value) => JSON.stringify(value));
  }
}

function textBuffer(textOf: (value: unknown) => string): ColumnBuffer {
  const texts: string[] = [];
  const lengths: number[] = [];
  return {
    add(value) {
      if (value === null) return void lengths.push(-1);
      const text = textOf(value);
      texts.push(text);
      lengths.push(text.length);
    },
    values: () => ({ texts: texts.join(""), lengths: new Int32Array(lengths) }),
  };
}

function wholeBuffer(wholeOf: (value: unknown) => bigint): ColumnBuffer {
  let wholes = new BigInt64Array(64);
  let nulls = new Uint8Array(64);
  let count = 0;
  return {
    add(value) {
      if (count === wholes.length) [wholes, nulls] = [grown(wholes), grown(nulls)];
      if (value === null) nulls[count] = 1;
      else wholes[count] = inSixtyFourBits(wholeOf(value));
      count += 1;
    },
    values: () => ({ wholes: wholes.slice(0, count), nulls: nulls.slice(0, count) }),
  };
}

function grown<Values extends BigInt64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  values: Values,
): Values {
  const larger = new (values.constructor as new (length: number) => Values)(values.length * 2);
  new Uint8Array(larger.buffer).set(new Uint8Array(values.buffer));
  return larger;
}

/** Else an amount would become another one without a word. */
function inSixtyFourBits(whole: bigint): bigint {
  if (BigInt.asIntN(64, whole) === whole) return whole;
  throw new RangeError(`${whole} does not fit into a whole number of 64 bits`);
}

function answerBuffer(): ColumnBuffer {
  const answers: number[] = [];
  return {
    add: (value) => void answers.push(value === null ? -1 : Number(value === true)),
    values: () => ({ answers: new Int8Array(answers) }),
  };
}

const dayLetters = "2026-11-21".length;
let lastDay = "";
let lastDayMicros = 0;

/** Microseconds since 1970; exact, because they stay far below 2^53. Facts of one file are of few days. */
function microsOf(instant: string): bigint {
  const day = instant.slice(0, dayLetters);
  if (day !== lastDay) {
    lastDay = day;
    lastDayMicros = Date.parse(day) * 1_000;
  }
  const [hours, minutes] = [Number(instant.slice(11, 13)), Number(instant.slice(14, 16))];
  const micros = Number(instant.slice(17, 19) + instant.slice(20, 26));
  return BigInt(lastDayMicros + (hours * 60 + minutes) * 60_000_000 + micros);
}
