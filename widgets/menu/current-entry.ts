/** Address of a screen. */
export interface ScreenAddress {
  path: string;
  query: Readonly<Record<string, string>>;
}

/** Score of an entry's address for a screen: higher for more path segments, then for more parameters; -1: no match. */
function matchScore(address: string, { path, query }: ScreenAddress): number {
  const [entryPath = '', entryQuery = ''] = (address.split('#')[0] ?? '').split('?');
  if (path !== entryPath && !path.startsWith(`${entryPath === '/' ? '' : entryPath}/`)) return -1;
  const wanted = [...new URLSearchParams(entryQuery)];
  if (wanted.some(([name, value]) => query[name] !== value)) return -1;
  return entryPath.split('/').length * 100 + wanted.length;
}

/** Index of the address that matches the screen best: its own, else the closest one above it; -1: none. */
export function currentIndex(addresses: readonly (string | undefined)[], here: ScreenAddress): number {
  let best = -1;
  let found = -1;
  addresses.forEach((address, index) => {
    const score = address === undefined ? -1 : matchScore(address, here);
    if (score <= best) return;
    best = score;
    found = index;
  });
  return found;
}
