/** An answer as it stands in a body: JSON, a line of JSON for each thing that a stream says, or plain text. */
export interface Said {
  readonly form: "json" | "lines" | "plain";
  /** Of a stream a list, a line each. */
  readonly value: unknown;
}

export function readSaid(text: string): Said {
  const whole = readJson(text);
  if (whole !== undefined) return { form: "json", value: whole };
  const lines = text.trim().split("\n").map(readJson);
  return lines.includes(undefined)
    ? { form: "plain", value: text }
    : { form: "lines", value: lines };
}

export function textOfSaid({ form, value }: Said): string {
  if (form === "plain" && typeof value === "string") return value;
  if (form !== "lines" || !Array.isArray(value)) return JSON.stringify(value) ?? "";
  return value.map((line) => `${JSON.stringify(line) ?? "null"}\n`).join("");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
