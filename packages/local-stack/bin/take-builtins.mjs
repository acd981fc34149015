import { isBuiltin } from "node:module";

const statement = /^import (?:(.+) from )?"([^"]+)";$/gm;
/** `{ a, b as c }`, `* as all`, `all`, or `all, { a }`. */
const form = /^(?:(?:\* as )?([\w$]+))?(?:, )?(\{ .+ \})?$/;

/**
 * The same program, which takes from Node's own modules what it names and touches nothing else. An `import` of one reads everything
 * that it exports: of `node:http` also `WebSocket`, for which Node loads all that is behind `fetch`. No program of ours uses it, and it
 * costs 2.4 MB of live objects and a tenth of a start. Line by line, so that the source map stays right. Throws on an import whose form it does not know.
 * @param {string} code of a program, as the bundler writes it
 */
export function takeBuiltins(code) {
  return code.replace(statement, (line, what = "", module) =>
    isBuiltin(module) ? take(line, what, module) : line,
  );
}

/**
 * @param {string} line
 * @param {string} what
 * @param {string} module
 */
function take(line, what, module) {
  const [, all, names] = form.exec(what) ?? [];
  if ((all ?? names) === undefined || /\bdefault as\b/.test(names ?? ""))
    throw new Error(`It is not known how to take this: ${line}`);
  const taken = `process.getBuiltinModule("${module}")`;
  const bindings = [all && `${all} = ${taken}`, names && `${named(names)} = ${all ?? taken}`];
  return `const ${bindings.filter(Boolean).join(", ")};`;
}

/** @param {string} names as an import writes them */
function named(names) {
  return names.replaceAll(" as ", ": ");
}
