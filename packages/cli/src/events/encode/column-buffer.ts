import type { ColumnKind } from "./column.ts";

/**
 * The values of a column in a few arrays, which reach another thread without a copy of each value: ids as bytes, with the length of
 * each or -1 for null; of texts each different one, and its number for each row or -1 for null; whole numbers, and 1 beside each
 * null; yes, no and null as 1, 0 and -1.
 */
export type ColumnValues =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly lengths: Int32Array<ArrayBuffer> }
  | { readonly texts: readonly string[]; readonly numbers: Int32Array<ArrayBuffer> }
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
    case "id":
      return idBuffer();
    case "text":
      return textBuffer((value) => (typeof value === "string" ? value : JSON.stringify(value)));
    case "json":
      return textBuffer((value) => JSON.stringify(value));
  }
}

/** Most letters take one byte; where one takes more, ids are written one by one. */
const letterBytesMax = 3;
const idsAtOnce = 256;

/** Ids hardly ever come twice. They become bytes soon, because thousands of texts that stay are work for the collector. */
function idBuffer(): ColumnBuffer {
  let bytes = Buffer.from(new ArrayBuffer(4_096));
  let used = 0;
  const lengths: number[] = [];
  let waiting: string[] = [];
  const write = (text: string): number => {
    const needed = text.length * letterBytesMax;
    if (bytes.length - used < needed) {
      const larger = Buffer.from(new ArrayBuffer(Math.max(bytes.length * 2, used + needed)));
      larger.set(bytes.subarray(0, used));
      bytes = larger;
    }
    const written = bytes.write(text, used);
    used += written;
    return written;
  };
  const writeWaiting = (): void => {
    const joined = waiting.join("");
    const start = used;
    if (write(joined) !== joined.length) {
      used = start;
      writeEach();
    }
    waiting = [];
  };
  const writeEach = (): void => {
    let row = lengths.length;
    for (const text of waiting.toReversed()) {
      do row -= 1;
      while (lengths[row] === -1);
      lengths[row] = Buffer.byteLength(text);
    }
    for (const text of waiting) write(text);
  };
  return {
    add(value) {
      if (value === null) return void lengths.push(-1);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      waiting.push(text);
      lengths.push(text.length);
      if (waiting.length >= idsAtOnce) writeWaiting();
    },
    values() {
      writeWaiting();
      return {
        bytes: new Uint8Array(bytes.buffer.slice(0, used)),
        lengths: new Int32Array(lengths),
      };
    },
  };
}

function textBuffer(textOf: (value: unknown) => string): ColumnBuffer {
  const numberOf = new Map<string, number>();
  const numbers: number[] = [];
  return {
    add(value) {
      if (value === null) return void numbers.push(-1);
      const text = textOf(value);
      let number = numberOf.get(text);
      if (number === undefined) {
        number = numberOf.size;
        numberOf.set(text, number);
      }
      numbers.push(number);
    },
    values: () => ({ texts: [...numberOf.keys()], numbers: new Int32Array(numbers) }),
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
let lastDayMicros = 0n;

/** Microseconds since 1970, exact of every year; inside a day they are far below 2^53. Facts of one file are of few days. */
function microsOf(instant: string): bigint {
  const day = instant.slice(0, dayLetters);
  if (day !== lastDay) {
    lastDay = day;
    lastDayMicros = BigInt(Date.parse(day)) * 1_000n;
  }
  const [hours, minutes] = [Number(instant.slice(11, 13)), Number(instant.slice(14, 16))];
  const micros = Number(instant.slice(17, 19) + instant.slice(20, 26));
  return lastDayMicros + BigInt((hours * 60 + minutes) * 60_000_000 + micros);
}
