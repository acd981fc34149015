import type { ProblemCode } from "@sanu/contracts";
import type { GatewayApp } from "./gateway-app.ts";
import { readJson } from "./read-json.ts";

/** A body that cannot be read, with the problem that says so. */
export class UnreadableBodyError extends Error {
  override readonly name = "UnreadableBodyError";
  readonly problem: ProblemCode;

  constructor(problem: ProblemCode) {
    super(`The body is refused: ${problem}`);
    this.problem = problem;
  }
}

/** JSON is UTF-8 (RFC 8259, 8.1); a body that claims another charset would be read wrongly. */
const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

/** Bodies are JSON and nothing else. */
export function acceptJsonBodies(app: GatewayApp): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, bytes, done) => {
      if (!jsonType.test(request.headers["content-type"] ?? "")) {
        return done(new UnreadableBodyError("unsupported-media-type"));
      }
      const read = readJson(bytes);
      if (read.kind === "malformed") return done(new UnreadableBodyError("malformed-json"));
      return done(null, read.value);
    },
  );
}
