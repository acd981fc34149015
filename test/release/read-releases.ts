export interface Release {
  readonly version: string;
  readonly commit: string;
}

/**
 * The releases that CHANGELOG.md names, the newest first: a heading `## 0.1.0 · 2026-11-22` and below it a line
 * `Commit: <40 hex digits>`. Throws where a release does not say its commit.
 */
export function readReleases(changelog: string): readonly Release[] {
  return changelog
    .split(/^## /m)
    .filter((section) => /^\d/.test(section))
    .map((section) => {
      const version = /^\d+\.\d+\.\d+(?=\s)/.exec(section)?.[0];
      const commit = /^Commit: ([0-9a-f]{40})$/m.exec(section)?.[1];
      if (version !== undefined && commit !== undefined) return { version, commit };
      const heading = section.split("\n", 1)[0] ?? "";
      throw new Error(
        `CHANGELOG.md: "## ${heading}" is no version with a line "Commit: <40 hex digits>"`,
      );
    });
}
