import type { FactDefinition, FactInput } from "@sanu/contracts";
import { jsonText } from "@sanu/contracts";
import { z } from "zod";

export interface StoredEvent {
  readonly type: string;
  readonly v: number;
}

export interface CommandContext {
  readonly correlationId: string;
  readonly causationId: string;
  readonly traceparent?: string;
  /** Absent where nobody waits and the work counts anyhow. */
  readonly remainingMs?: () => number;
}

/** Computed once at the append and stored beside the event. */
export interface PublicFact {
  readonly type: string;
  readonly dataText: string;
}

/** Public payloads are small: whoever needs more asks for it. */
export const PUBLIC_DATA_BYTES_MAX = 65_536;

/** Data in the form in which amounts are bigint, as events hold them; JSON carries them as text. */
type Unwritten<Data> = Data extends string
  ? Data | bigint
  : Data extends object
    ? { readonly [Key in keyof Data]: Unwritten<Data[Key]> }
    : Data;

/**
 * Only what the contract names goes out, so that a field that an event gets later stays inside until the contract has it.
 * Throws when the payload is larger than 64 KiB: a bug, not a state.
 */
export function publicFact<Definition extends FactDefinition>(
  definition: Definition,
  data: object & Unwritten<FactInput<Definition>>,
): PublicFact {
  const dataText = jsonText(namedFields(definition.schema, data));
  if (Buffer.byteLength(dataText) > PUBLIC_DATA_BYTES_MAX) {
    throw new Error(`${definition.type} is larger than ${PUBLIC_DATA_BYTES_MAX} bytes`);
  }
  return { type: definition.type, dataText };
}

function namedFields(schema: z.ZodType, data: object): object {
  if (!(schema instanceof z.ZodObject)) return data;
  const fields = Object.entries(data).filter(([name]) => Object.hasOwn(schema.shape, name));
  return Object.fromEntries(fields);
}
