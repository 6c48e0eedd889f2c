/** Words that no column may be called. */
const reserved = new Set(['constructor', 'prototype']);
const longest = 40;

/** A name in letters and digits for a title: "Pessoas ativas" is `pessoasAtivas`. */
export function nameFor(title: string, otherwise: string): string {
  const words = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const joined = words
    .map((word, at) =>
      at === 0 ? word.toLowerCase() : `${word[0]!.toUpperCase()}${word.slice(1).toLowerCase()}`,
    )
    .join('')
    .slice(0, longest);
  if (joined === '') return otherwise;
  return /^[A-Za-z]/.test(joined) ? joined : `${otherwise}${joined}`.slice(0, longest);
}

/** Names of one dataset's columns or parameters, none of which is given twice. */
export class Names {
  readonly #taken = new Set<string>();

  take(name: string): void {
    this.#taken.add(name);
  }

  /** A free name. @param beside endings of further columns that come with it */
  free(title: string, otherwise: string, beside: readonly string[] = []): string {
    const wanted = nameFor(title, otherwise);
    for (let at = 1; ; at += 1) {
      const name = at === 1 ? wanted : `${wanted}${at}`;
      const all = [name, ...beside.map((ending) => `${name}${ending}`)];
      if (reserved.has(name) || all.some((one) => this.#taken.has(one))) continue;
      for (const one of all) this.#taken.add(one);
      return name;
    }
  }
}
