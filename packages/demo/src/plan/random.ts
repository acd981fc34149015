/** Numbers that look drawn and are the same for the same seed: a demo set can be made again. */
export interface Random {
  /** From 0 up to, but not, 1. */
  readonly share: () => number;
  readonly isHit: (probability: number) => boolean;
  /** A whole number from `least` to `most`. */
  readonly whole: (least: number, most: number) => number;
  readonly oneOf: <Item>(items: readonly Item[]) => Item;
  readonly weighted: <Item>(items: readonly (readonly [Item, number])[]) => Item;
  /** Around 0, by the normal distribution. */
  readonly normal: () => number;
}

/** Another one for each name, so that what is drawn for one thing moves nothing else. */
export function createRandom(seed: number, name: string): Random {
  const share = sfc32(`${seed}/${name}`);
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(share() * items.length)];
    if (item === undefined) throw new Error("There is nothing to choose from");
    return item;
  };
  return {
    share,
    oneOf,
    isHit: (probability) => share() < probability,
    whole: (least, most) => least + Math.floor(share() * (most - least + 1)),
    weighted<Item>(items: readonly (readonly [Item, number])[]): Item {
      const total = items.reduce((sum, [, weight]) => sum + weight, 0);
      let left = share() * total;
      const found = items.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return found === undefined ? oneOf(items.map(([item]) => item)) : found[0];
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
  };
}

/** sfc32 of PractRand, seeded by the letters of a text (FNV-1a). */
function sfc32(text: string): () => number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  let [a, b, c, counter] = [hash | 0, 0x9e_37_79_b9 | 0, 0x24_3f_6a_88 | 0, 1];
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
