import { fastifySwagger, type SwaggerTransformObject } from "@fastify/swagger";
import { fastifySwaggerUi } from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { nameSchemas } from "../openapi/named-schemas.ts";
import { nameResponseHeaders, responseHeaders } from "../openapi/response-headers.ts";
import { docsPolicy } from "./security-headers.ts";

const description = `Buy and sell bitcoin with mobile money in West Africa.

Successful answers carry \`success: true\`. Every other answer is a problem (RFC 9457) with a stable \`code\`; its page
is at the URL in \`type\`. Messages are in French, in English with \`Accept-Language: en\`. \`X-Request-Id\` is taken over
where it is a UUID, 32 hexadecimal digits or a ULID, else made, and returned.

A method that a path does not have is 405, and \`Allow\` names those it has; every \`GET\` is a \`HEAD\` too. Headers that do not come
in time are 408, too large or too many of them 431. Bodies are not packed: any \`Content-Encoding\` is 415. Fields and
parameters that an operation does not name are ignored.`;

/** In the place of the tool's own logo. */
const ourName = {
  type: "image/svg+xml",
  content: `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><text x="0" y="28" font-family="sans-serif" font-size="24" font-weight="700" fill="#fff">Sanu</text></svg>`,
};

/** Collects the routes that follow into an OpenAPI 3.1 document and serves the page that shows it. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  nameSchemas();
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Sanu", version: "1", description },
      servers: [{ url: "/" }],
      components: {
        headers: responseHeaders,
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          stagingUserId: {
            type: "apiKey",
            in: "header",
            name: "X-Staging-User-Id",
            description:
              "Where `STAGING_USER_ID` is on, for customers only: the `user_id` of the registration.",
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: finish,
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: "/docs",
    staticCSP: docsPolicy,
    theme: { title: "Sanu API" },
    logo: ourName,
    // A token that a page keeps is one for whoever comes to the machine next.
    uiConfig: { deepLinking: true, persistAuthorization: false },
  });
}

/**
 * The named schemas are responses only; the forms that the tool makes of them for requests lead nowhere. It knows nothing
 * of the headers of responses.
 */
const finish: SwaggerTransformObject = (documentObject) => {
  const document = jsonSchemaTransformObject(documentObject);
  if (!("components" in document)) return document;
  for (const operations of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(operations ?? {})) {
      if (isOperation(operation)) nameResponseHeaders(operation);
    }
  }
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    if (name.endsWith("Input")) delete document.components?.schemas?.[name];
  }
  return document;
};

/** A path can also carry texts and lists that are no operations. */
function isOperation(part: unknown): part is Parameters<typeof nameResponseHeaders>[0] {
  return typeof part === "object" && part !== null && "responses" in part;
}
