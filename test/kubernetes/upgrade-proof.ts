import { applyOverlay } from "./install.ts";
import { type Proof, services, took } from "./proofs.ts";
import { overlayWithoutReleased, type ReleaseImage } from "./release.ts";

/** As proxies have them: only by that a gateway that stops is left before it closes. */
const connectionMs = 2_000;

/** There, back and there again as `deploy/runbooks/upgrade.md` says, and then without the rights of the earlier release. */
export function upgraded({ version }: ReleaseImage, today: string): Proof {
  return {
    name: `upgraded from ${version}, back, and again`,
    connectionMs,
    act: (cluster) => {
      const timed = (what: string, act: () => void): string => {
        const startedAt = performance.now();
        act();
        return took(what, performance.now() - startedAt);
      };
      const goBack = (): void => {
        for (const service of services.toReversed()) {
          cluster.kubectl("rollout", "undo", `deployment/${service}`);
          cluster.rolledOut(`deployment/${service}`);
        }
      };
      return Promise.resolve([
        timed("all were new", () => applyOverlay(today)),
        timed("all were old again", goBack),
        timed("all were new again", () => applyOverlay(today)),
        timed("rights of the old were gone", () => applyOverlay(overlayWithoutReleased(today))),
      ]);
    },
  };
}
