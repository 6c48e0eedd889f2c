/** The order of one list on three sides, each holding only what is left in the end. */
export interface Orders {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
}

export interface MergedOrder {
  order: string[];
  /** Both put what both know in another order, differently; mine stands. */
  conflict: boolean;
  /** Theirs is not only what mine is. */
  fromTheirs: boolean;
}

/** Who changed the order keeps it; what the other added goes behind what it stood behind. */
export function mergeOrder({ base, mine, theirs }: Orders): MergedOrder {
  const known = new Set(base);
  const inMine = new Set(mine);
  const inTheirs = new Set(theirs);
  const common = (list: readonly string[]): string[] =>
    list.filter((id) => known.has(id) && inMine.has(id) && inTheirs.has(id));
  const [before, my, their] = [common(base), common(mine), common(theirs)];
  const iMoved = !sameList(before, my);
  const theyMoved = !sameList(before, their);
  if (theyMoved && !iMoved) return { order: woven(theirs, mine), conflict: false, fromTheirs: true };
  const conflict = iMoved && theyMoved && !sameList(my, their);
  const order = woven(mine, theirs);
  return { order, conflict, fromTheirs: !sameList(order, mine) };
}

export function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** The main order with what only the other has, each behind its neighbour there. */
function woven(main: readonly string[], other: readonly string[]): string[] {
  const known = new Set(main);
  /** By the id they follow; null is the front. */
  const following = new Map<string | null, string[]>();
  let last: string | null = null;
  for (const id of other) {
    if (known.has(id)) {
      last = id;
    } else {
      const group = following.get(last);
      if (group) group.push(id);
      else following.set(last, [id]);
    }
  }
  return [...(following.get(null) ?? []), ...main.flatMap((id) => [id, ...(following.get(id) ?? [])])];
}
