export type Encoding = "br" | "gzip";

const smallestFirst: readonly Encoding[] = ["br", "gzip"];

/** Which of our encodings a client takes (RFC 9110, 12.5.3); none where it names none of them. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map(
    (header ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
      const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return smallestFirst.find((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0);
}
