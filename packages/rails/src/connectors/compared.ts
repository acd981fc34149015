import type { z } from "zod";
import { portOfNode } from "../bitcoin/node-connectors.ts";
import { BY_STATUS } from "../mobile-money/connectors.ts";

interface Named {
  readonly providers: readonly string[];
}

interface MovingMoney<Port extends string, NodePort extends string> {
  readonly environment: string;
  readonly connectors: Readonly<Record<Port | "statement", Named>>;
  readonly nodes: Readonly<Record<NodePort | "statement", Named>>;
}

/**
 * In production whoever moves money is compared with what it states, or is asked order by order: else what it moved beside our log, or did not,
 * would be seen by nobody. A node that states nothing is compared by its float alone.
 */
export function comparedInProduction<const Port extends string, const NodePort extends string>(
  port: Port,
  nodePort: NodePort,
) {
  return (
    { environment, connectors, nodes }: MovingMoney<Port, NodePort>,
    context: Pick<z.core.$RefinementCtx, "addIssue">,
  ): void => {
    if (environment !== "production") return;
    const refuse = (variable: string, names: readonly string[], otherwise = ""): void => {
      if (names.length === 0) return;
      const message = `must name ${names.join(", ")}${otherwise}: nobody would compare what it moves`;
      context.addIssue({ code: "custom", path: [variable], message });
    };
    const isAsked = connectors.statement.providers.includes(BY_STATUS);
    const unstated = namedBeside(connectors[port], connectors.statement);
    refuse("STATEMENT_RAIL", isAsked ? [] : unstated, ", or by-status");
    const stating = namedBeside(nodes[nodePort], nodes.statement).filter(
      (name) => portOfNode(name, "statement") !== null,
    );
    refuse("NODE_STATEMENT_RAIL", stating);
  };
}

function namedBeside({ providers }: Named, stated: Named): readonly string[] {
  return providers.filter((name) => !stated.providers.includes(name));
}
