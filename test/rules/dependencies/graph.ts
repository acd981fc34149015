import { cruise } from "dependency-cruiser";
import { z } from "zod";

/** One import: the text behind `from`, and the file it leads to where it is a file of the project. */
export interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly to: string | undefined;
}

export interface Graph {
  readonly modules: readonly string[];
  readonly imports: readonly Import[];
}

const Cruised = z.object({
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(
        z.object({
          module: z.string(),
          resolved: z.string(),
          couldNotResolve: z.boolean(),
          coreModule: z.boolean(),
        }),
      ),
    }),
  ),
});

const isCode = /^(packages|services|test)\/(?!.*(node_modules|dist)\/).*\.ts$/;

/** Reads every import below the folders of a tree: static, dynamic, re-exported and type-only ones. */
export async function readGraph(
  root: string,
  folders: readonly string[] = ["packages", "services", "test"],
): Promise<Graph> {
  const { output } = await cruise(
    [...folders],
    {
      baseDir: root,
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "(^|/)(dist|\\.vite-temp|\\.build)/" },
    },
    {
      extensions: [".ts", ".mjs", ".js"],
      exportsFields: ["exports"],
      conditionNames: ["types", "import", "node", "default"],
    },
  );
  const { modules } = Cruised.parse(output);
  const own = modules.filter(({ source }) => isCode.test(source));
  return {
    modules: own.map(({ source }) => source),
    imports: own.flatMap(({ source, dependencies }) =>
      dependencies.map(({ module, resolved, couldNotResolve, coreModule }) => ({
        from: source,
        specifier: coreModule ? `node:${module}` : module,
        to: !couldNotResolve && isCode.test(resolved) ? resolved : undefined,
      })),
    ),
  };
}
