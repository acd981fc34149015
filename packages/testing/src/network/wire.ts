/**
 * What the wire between a program and its server does.
 *
 * - `cut`: connections are reset, and new ones as soon as they are made.
 * - `half-open`: nothing passes and nobody is told. A connection that lost bytes stays dead for good, also its
 *   end: each side finds out by itself or never, as behind a firewall that forgot the connection.
 * - `mute`: the same, but only for what the program says. `deaf`: only for what it would hear.
 * - `slow`: every byte arrives so much later, in both directions.
 * - `reset`: a connection is reset in the middle of what it hears (`answer`, the default) or says (`question`),
 *   so many bytes after the wire became like this.
 * - `drip`: byte by byte, in both directions.
 */
export type Wire =
  | { readonly kind: "clear" | "cut" | "half-open" | "mute" | "deaf" }
  | { readonly kind: "slow"; readonly latencyMs: number }
  | { readonly kind: "reset"; readonly afterBytes: number; readonly of?: "response" | "request" }
  | { readonly kind: "drip"; readonly bytesPerSecond: number };

/** Every way to break, with how slow and after how many bytes it is then. */
export function brokenWires(how: {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
  readonly responseBytes: number;
  readonly requestBytes: number;
}): readonly Wire[] {
  return [
    { kind: "cut" },
    { kind: "half-open" },
    { kind: "mute" },
    { kind: "deaf" },
    { kind: "slow", latencyMs: how.latencyMs },
    { kind: "drip", bytesPerSecond: how.bytesPerSecond },
    { kind: "reset", afterBytes: how.responseBytes },
    { kind: "reset", afterBytes: how.requestBytes, of: "request" },
  ];
}

export type Direction = "request" | "response";

/** Whether what goes in this direction vanishes. */
export function swallows(wire: Wire, direction: Direction): boolean {
  if (wire.kind === "half-open") return true;
  return wire.kind === (direction === "request" ? "mute" : "deaf");
}

/** After how many bytes in this direction the connection is reset; `undefined` for never. */
export function resetsAfter(wire: Wire, direction: Direction): number | undefined {
  if (wire.kind !== "reset") return undefined;
  return (wire.of ?? "response") === direction ? wire.afterBytes : undefined;
}
