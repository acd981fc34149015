import { readPhone } from "@sanu/rails";

/** A number as the staff sees it; null where it is none. */
export function maskNumber(number: string): string | null {
  const read = readPhone(number);
  return read.kind === "phone" ? read.phone.masked : null;
}
