/** What is told, once, that this gateway goes: what it still answers shall not be asked here again. */
export interface Drain {
  readonly begin: () => void;
  readonly onBegin: (listener: () => void) => void;
}

export function createDrain(): Drain {
  const listeners: (() => void)[] = [];
  return {
    begin() {
      for (const listener of listeners.splice(0)) listener();
    },
    onBegin: (listener) => void listeners.push(listener),
  };
}
