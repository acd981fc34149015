const separators = /[\s().-]/g;
const international = /^(?:\+|00)?([1-9]\d{7,14})$/;

/**
 * Reads a WhatsApp number of any country as E.164 (ITU-T), with or without plus, `00` and separators;
 * `undefined` when it is none. Who may be paid is another question, which `rails` answers.
 */
export function readWhatsapp(text: string): string | undefined {
  const digits = international.exec(text.replaceAll(separators, ""))?.[1];
  return digits === undefined ? undefined : `+${digits}`;
}
