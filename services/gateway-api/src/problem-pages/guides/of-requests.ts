import type { ProblemGuide } from "./problem-guide.ts";

/** What any operation may answer, whatever it is about. */
export const ofRequests = {
  "malformed-json": {
    cause: "The body is not JSON: a comma too many, single quotes, an empty body, or two bodies.",
    remedy:
      "Send what your JSON library writes, in UTF-8. Sending the same bytes again changes nothing.",
  },
  "bad-request": {
    cause:
      "The request breaks HTTP itself or its framing: no `Host`, or two; a header that is none.",
    remedy: "Use an HTTP library instead of writing requests by hand.",
  },
  unauthenticated: {
    cause: "The operation needs a token, and there is none, or it has ended or was revoked.",
    remedy:
      "Log in, or call `auth/refresh` before the 60 minutes of a token are over, and send `Authorization: Bearer …`. Then send the request again, with the same `Idempotency-Key`.",
  },
  forbidden: {
    cause:
      "The token is valid, but its role may not use the operation, or the API key does not name it, or comes from another network than it allows.",
    remedy:
      "Ask the operator for the role or the key. Nothing that you change in the request helps.",
  },
  "not-found": {
    cause:
      "There is no such path, or nothing of this id that you may see: what belongs to somebody else looks like what does not exist.",
    remedy: "Check the path against the OpenAPI document, and the id against what created it.",
  },
  "method-not-allowed": {
    cause: "The path exists and does not have this method.",
    remedy: "The header `Allow` names those that it has.",
  },
  "request-timeout": {
    cause:
      "Headers or body did not arrive in time: a slow line, or a body shorter than its `Content-Length`.",
    remedy: "Open a new connection and send the request again, with the same `Idempotency-Key`.",
  },
  "idempotency-in-progress": {
    cause: "A request with this `Idempotency-Key` is being carried out at this moment.",
    remedy:
      "Wait as long as `Retry-After` says and send the same request with the same key: you get the answer of the first one.",
  },
  "idempotency-key-reused": {
    cause: "This `Idempotency-Key` was sent before with another body or to another operation.",
    remedy:
      "Make a new key, a UUID, for each thing that a person does, and use it again only to repeat that very request.",
  },
  "body-too-large": {
    cause: "The body has more bytes, or more documents, than the operation takes.",
    remedy: "Send less; scale images down before you upload them.",
  },
  "unsupported-media-type": {
    cause:
      "The body is not `application/json` (documents: `multipart/form-data`), or it is packed.",
    remedy:
      "Set `Content-Type: application/json` and send the body as it is, without `Content-Encoding`.",
  },
  "validation-failed": {
    cause:
      "One or more fields are missing or wrong. `errors` names every one of them, with sentences for people.",
    remedy:
      "Show each sentence beside its field, correct them and send the request again. `message` is the first of them.",
  },
  "too-many-requests": {
    cause:
      "More requests than a person, an address or an account may send; for codes: four mails to one address within an hour, for known and unknown addresses alike.",
    remedy:
      "Wait as long as `Retry-After` says; `RateLimit` and `RateLimit-Policy` tell how much is left. Clients that retry at once stay refused.",
  },
  "headers-too-large": {
    cause: "The headers are larger than we read, most often because of cookies.",
    remedy: "Send only the headers that the operation names.",
  },
  "service-unavailable": {
    cause:
      "A part of Sanu does not answer, or is being replaced. Of an operation that changes something the outcome may be unknown.",
    remedy:
      "Send the same request with the same `Idempotency-Key` behind `Retry-After`: it is carried out once. Without a key, look in the list first.",
  },
  "internal-error": {
    cause: "A fault of ours. It is recorded under the id in `instance`.",
    remedy:
      "Look whether what you wanted happened; repeat it only with the same `Idempotency-Key`. If it stays, write to us with `instance`.",
  },
} as const satisfies Readonly<Record<string, ProblemGuide>>;
