import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ProblemCode } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { problemBody, problemHead } from "@sanu/platform";

const problemOfCode: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
  HPE_HEADER_OVERFLOW: "headers-too-large",
};

/**
 * Responds to bytes that are no HTTP request, in the documented shape, and closes the connection. Where another response is on its
 * way nothing is put into it.
 */
export function respondToBrokenConnection(context: {
  readonly docsUrl: string;
  readonly securityHeaders: Readonly<Record<string, string>>;
  readonly isAnswering: (socket: Socket) => boolean;
}) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable || context.isAnswering(socket)) {
      socket.destroy();
      return;
    }
    socket.write(rawProblem(problemOfCode[error.code ?? ""], context));
    socket.destroySoon();
  };
}

function rawProblem(
  code: ProblemCode = "bad-request",
  {
    docsUrl,
    securityHeaders,
  }: Pick<Parameters<typeof respondToBrokenConnection>[0], "docsUrl" | "securityHeaders">,
): string {
  const requestId = newId();
  const { status, headers } = problemHead(code);
  const body = JSON.stringify(problemBody(code, { language: "fr", requestId, docsUrl }));
  const lines = Object.entries({
    ...securityHeaders,
    ...headers,
    "x-request-id": requestId,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}
