type Attribute =
  | "id"
  | "type"
  | "source"
  | "subject"
  | "time"
  | "correlationid"
  | "causationid"
  | "position"
  | "traceparent";

const headerPrefix = "ce-";

/** The name of an attribute's header. */
export function factHeader(name: Attribute): string {
  return name === "traceparent" ? name : headerPrefix + name;
}

/** `sanu.<service>.<EventName>.v<n>` */
export const factTypeShape = /^sanu\.[a-z]+\.[A-Za-z]+\.v[1-9]\d*$/;
