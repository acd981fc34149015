import type { Graph } from "./graph.ts";

/**
 * Every circle of imports, those of types alone among them, as the sorted paths of its modules: the strongly connected
 * components of the graph (Tarjan).
 */
export function findCircles({ modules, imports }: Graph): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>(modules.map((path) => [path, []]));
  for (const { from, to } of imports) if (to !== undefined) targets.get(from)?.push(to);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  const visit = (path: string): number => {
    const place = order.size;
    order.set(path, place);
    open.push(path);
    let low = place;
    for (const to of targets.get(path) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low);
    }
    lowest.set(path, low);
    if (low === place) close(path);
    return low;
  };
  const close = (path: string): void => {
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1 || targets.get(path)?.includes(path) === true) {
      circles.push(circle.toSorted());
    }
  };

  for (const path of modules) if (!order.has(path)) visit(path);
  return circles;
}
