const prefix = "/api/v1";
const methods = ["get", "post", "put", "patch"];

/**
 * The part of the API's document that a client has to know: what is below `/api/v1`, without that prefix, and of each
 * answer what a success carries. Every refusal is a `Problem`, and headers are the client's own affair.
 */
export function clientDocument({ openapi, info, components, paths }) {
  const { schemas } = components;
  const mapped = mapOperations(paths, clientOperation);
  return withoutConditions({ openapi, info, components: { schemas }, paths: mapped });
}

/**
 * Which fields of an object go together is for the API to check: a type made of such a condition would be one that any
 * object fits.
 */
function withoutConditions(node) {
  if (Array.isArray(node)) return node.map(withoutConditions);
  if (typeof node !== "object" || node === null) return node;
  const hidden = node.type === "object" && node.properties ? ["anyOf", "oneOf", "allOf"] : [];
  const kept = Object.entries(node).filter(([name]) => !hidden.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutConditions(value)]));
}

/** Which operations take an `Idempotency-Key`, and which of them ask for no credential, as `POST /quotes`. */
export function listOperations({ paths }) {
  const lists = { keyed: [], open: [] };
  mapOperations(paths, ({ parameters = [], security }, name) => {
    if (parameters.some((each) => each.name === "idempotency-key")) lists.keyed.push(name);
    if (security === undefined) lists.open.push(name);
  });
  return lists;
}

function mapOperations(paths, map) {
  const mapped = Object.entries(paths)
    .filter(([path]) => path.startsWith(`${prefix}/`))
    .map(([path, operations]) => {
      const short = path.slice(prefix.length);
      const named = Object.entries(operations).filter(([method]) => methods.includes(method));
      return [
        short,
        Object.fromEntries(
          named.map(([method, each]) => [method, map(each, `${method.toUpperCase()} ${short}`)]),
        ),
      ];
    });
  return Object.fromEntries(mapped);
}

function clientOperation({ summary, parameters = [], requestBody, responses }) {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return {
    summary,
    parameters: parameters.filter((each) => each.in !== "header"),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(
      successes.map(([status, { description, content }]) => [
        status,
        { description, ...(content && { content }) },
      ]),
    ),
  };
}
