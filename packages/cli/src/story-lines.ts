import type { StoryEntry } from "@sanu/contracts";

/** One moment of a story as a line: when, where, what, and why. */
export function storyLine(entry: StoryEntry): string {
  const { at, service, kind, what, by, decided, details } = entry;
  const said = Object.entries(details).map(([name, value]) => `${name}=${value}`);
  const parts = [
    what,
    ...(said.length === 0 ? [] : [`(${said.join(", ")})`]),
    ...(by === null ? [] : [`by ${by}`]),
    ...(decided === null ? [] : [decidedText(decided)]),
  ];
  return `${at}  ${service.padEnd(12)}  ${kind.padEnd(9)}  ${parts.join(" ")}`;
}

function decidedText({ what, rule, passed_over: passed }: NonNullable<StoryEntry["decided"]>) {
  const chosen = what === null ? `because ${rule}` : `→ ${what} because ${rule}`;
  const others = passed.map((each) => `${each.what} (${each.because})`);
  return others.length === 0 ? chosen : `${chosen}, not ${others.join(", ")}`;
}
