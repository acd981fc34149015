// An escape behind a backslash, or in a template of which the raw text is asked for, would mean something else.
const unescapable = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/;

/**
 * The same program in ASCII. Node keeps a program's text as long as it runs, and takes two bytes for each of its letters where a
 * single one is not ASCII. Throws where that would change what the program does.
 * @param {string} code without comments that somebody reads
 * @returns {string}
 */
export function inAscii(code) {
  const [found] = unescapable.exec(code) ?? [];
  if (found !== undefined)
    throw new Error(`This cannot be written in ASCII: ${found.slice(0, 80)}`);
  return code.replaceAll(/[^\0-\x7f]/g, escapeOf);
}

/** @param {string} unit half a letter, where it is one beyond the first 65 536 */
function escapeOf(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
