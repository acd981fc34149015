import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Principal } from "../tokens/verified-tokens.ts";

/** The application as routes see it: zod schemas give the types of bodies, parameters and queries. */
export type GatewayApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module "fastify" {
  interface FastifyInstance {
    /** Where our documentation begins, without a trailing slash. */
    readonly docsUrl: string;
  }
  interface FastifyRequest {
    /** Set by the authentication of routes that need it. */
    principal: Principal | null;
  }
}
