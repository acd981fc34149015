import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepareNodePrograms } from "./node-programs.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-programs-"));
  mkdirSync(join(folder, "bin"));
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  vi.stubEnv("PATH", `${join(folder, "bin")}:/usr/bin:/bin`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A compiler that answers `go version`, and does this for `go build`; `$out` is where programs go. */
function installGo(build: string): void {
  const script = [
    "#!/bin/sh",
    '[ "$1" = version ] && exit 0',
    'while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done',
    build,
  ];
  writeFileSync(join(folder, "bin", "go"), `${script.join("\n")}\n`, { mode: 0o755 });
}

const programThat = (does: string): string =>
  `for name in btcd lnd; do printf '#!/bin/sh\\n${does}\\n' > "$out/$name"; chmod +x "$out/$name"; done`;

const leftovers = (): readonly string[] => {
  const cache = join(folder, "cache", "sanu");
  return existsSync(cache) ? readdirSync(cache).filter((name) => name.includes(".")) : [];
};

it("compiles the nodes once and finds them ever after", async () => {
  installGo(programThat("exit 0"));
  const first = await prepareNodePrograms();
  installGo("exit 1");

  const second = await prepareNodePrograms();

  expect(first.programs && Object.values(first.programs).every((file) => existsSync(file))).toBe(
    true,
  );
  expect(second).toEqual(first);
  expect(leftovers()).toEqual([]);
});

it("says that there is no compiler", async () => {
  vi.stubEnv("PATH", join(folder, "bin"));

  expect(await prepareNodePrograms()).toEqual({
    programs: undefined,
    why: "there is no Go here, which compiles the nodes",
  });
});

it("says why the nodes cannot be compiled, and leaves no half of them", async () => {
  installGo(`${programThat("exit 0")}; echo "dial tcp: no route to host" >&2; exit 1`);

  expect(await prepareNodePrograms()).toEqual({
    programs: undefined,
    why: "the nodes cannot be compiled: dial tcp: no route to host",
  });
  expect(leftovers()).toEqual([]);
});

it("gives compiling up at its limit, with all that it started", async () => {
  installGo("sleep 60 & sleep 60");
  const startedMs = Date.now();

  const { programs } = await prepareNodePrograms({ timeoutMs: 200 });

  expect(programs).toBeUndefined();
  expect(Date.now() - startedMs).toBeLessThan(30_000);
});

it("says that what was compiled does not run on this machine", async () => {
  installGo(programThat("exit 3"));

  expect(await prepareNodePrograms()).toMatchObject({
    why: expect.stringMatching(/btcd does not run here: 3$/),
  });
});
