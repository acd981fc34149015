import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Control, Mishap, Operation } from "../control/control.ts";
import type { Journal } from "../journal/journal.ts";
import { sandboxLimits } from "../limits.ts";
import type { Scheduler } from "../scheduler.ts";

/** What an operation answers: a status with a body, or nothing that the caller could hear. */
export type Response =
  | { readonly status: number; readonly body: object }
  | { readonly silence: "hang" | "reset" };

export const notFound: Response = { status: 404, body: { code: "not-found" } };

export const refusal = (code: string): Response => ({ status: 422, body: { code } });

/** `key` is what the caller knows the matter by, for the journal. */
export interface Outcome {
  readonly key: string | null;
  readonly response: Response;
}

interface OperationParts {
  readonly journal: Journal;
  readonly control: Control;
  readonly scheduler: Scheduler;
}

const questions: ReadonlySet<Operation> = new Set([
  "payments.read",
  "refunds.read",
  "disbursements.read",
  "lightning.track",
  "invoices.read",
  "chain.track",
]);

/** What adds calls to the sandbox's interface by method and path: journalled, and open to faults and latency. */
export function operationsOf(
  app: FastifyInstance,
  { journal, control, scheduler }: OperationParts,
) {
  return (
    name: Operation,
    route: `${"GET" | "POST"} /${string}`,
    handle: (request: FastifyRequest) => Outcome,
  ): void => {
    const [method = "", url = ""] = route.split(" ");
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const latencyMs = control.latencyMs();
        if (latencyMs > 0) await new Promise<void>((done) => scheduler.after(latencyMs, done));
        const taken = control.nextFault(name);
        const acts = taken === undefined || taken.acts || taken.mode === "lost";
        const outcome = acts ? handle(request) : null;
        const key = outcome?.key ?? null;
        if (taken?.mode === "lost" && key !== null) control.lose(key);
        const fault = taken ?? notFoundWhileLost(control, name, key);
        const response = fault === undefined ? outcome?.response : undefined;
        const shown = fault === undefined ? shownAs(response) : `fault ${fault.mode}`;
        journal.record({ kind: "call", operation: name, key, response: shown });
        return fault === undefined
          ? send(reply, response, scheduler)
          : spoil(reply, fault, scheduler);
      },
    });
  };
}

function notFoundWhileLost(
  control: Control,
  name: Operation,
  key: string | null,
): Mishap | undefined {
  const isHidden = key !== null && questions.has(name) && control.isLost(key);
  return isHidden ? { mode: "not-found", acts: true } : undefined;
}

function shownAs(response: Response | undefined): string {
  if (response === undefined) return "none";
  return "silence" in response ? response.silence : String(response.status);
}

function send(
  reply: FastifyReply,
  response: Response | undefined,
  scheduler: Scheduler,
): FastifyReply {
  if (response === undefined) return reply.code(500).send();
  if ("silence" in response) return staySilent(reply, response.silence, scheduler);
  return reply.code(response.status).send(response.body);
}

export function spoil(reply: FastifyReply, fault: Mishap, scheduler: Scheduler): FastifyReply {
  switch (fault.mode) {
    case "http-500":
      return reply.code(500).send({ code: "internal" });
    case "http-429":
      return reply.code(429).header("retry-after", "1").send({ code: "too-many-requests" });
    case "not-found":
      return reply.code(404).send({ code: "not-found" });
    case "html":
      return reply.type("text/html").send("<html><body>Service momentanément indisponible</body>");
    case "garbage":
      return reply.type("application/json").send('{"status":"perhaps","amount_xof":');
    case "hang":
      return staySilent(reply, "hang", scheduler);
    case "reset":
    case "lost":
      return staySilent(reply, "reset", scheduler);
  }
}

function staySilent(
  reply: FastifyReply,
  how: "hang" | "reset",
  scheduler: Scheduler,
): FastifyReply {
  reply.hijack();
  const { socket } = reply.raw;
  if (how === "reset") socket?.resetAndDestroy();
  else scheduler.after(sandboxLimits.heldOpenMs, () => socket?.destroy());
  return reply;
}
