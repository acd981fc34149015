import type { ChosenConnectors } from "../connectors/chosen.ts";
import type { Rail } from "../ports/rail.ts";
import { createSwitch, type SwitchSources } from "./create-switch.ts";
import type { StaffTerms } from "./staff-terms.ts";

/** The rails of one direction that the settings name, in their order, and what chooses among them. */
export function openConnectors<
  AnyRail extends Rail,
  Terms extends StaffTerms,
  Sources extends SwitchSources<Terms>,
>(of: {
  readonly chosen: ChosenConnectors<AnyRail>;
  readonly callTimeoutMs: number;
  /** Instead of those that the settings name. */
  readonly given: readonly AnyRail[] | undefined;
  /** The same rail, whose calls are counted and timed. */
  readonly measured: (rail: AnyRail) => AnyRail;
  readonly sources: Sources & SwitchSources<Terms>;
}) {
  const { chosen, callTimeoutMs, sources, given = chosen.open({ callTimeoutMs }) } = of;
  const rails = given.map(of.measured);
  return { rails, connectors: { ...sources, ...createSwitch(rails, sources) } };
}
