import { HIDDEN } from "./secret.ts";

/** A configuration as it may be printed and logged: secrets and passwords inside URLs are hidden. */
export function printableConfig(config: object): unknown {
  return JSON.parse(JSON.stringify(config, printable));
}

function printable(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function") return undefined;
  if (typeof value !== "string" || !URL.canParse(value)) return value;
  const url = new URL(value);
  return url.password === "" ? value : value.replace(`:${url.password}@`, `:${HIDDEN}@`);
}
