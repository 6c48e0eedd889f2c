/** Where a screen stands. */
export interface ScreenAddress {
  path: string;
  query: Readonly<Record<string, string>>;
}

/** How well an address names the place: more for each segment, then for what its query says; -1 when it does not. */
function matchScore(address: string, { path, query }: ScreenAddress): number {
  const [way = '', asked = ''] = (address.split('#')[0] ?? '').split('?');
  if (path !== way && !path.startsWith(`${way === '/' ? '' : way}/`)) return -1;
  const wanted = [...new URLSearchParams(asked)];
  if (wanted.some(([name, value]) => query[name] !== value)) return -1;
  return way.split('/').length * 100 + wanted.length;
}

/** Of several addresses the one that names the place best: itself, else what it stands under. -1 when none does. */
export function currentIndex(addresses: readonly (string | undefined)[], here: ScreenAddress): number {
  let best = -1;
  let found = -1;
  addresses.forEach((address, index) => {
    const fits = address === undefined ? -1 : matchScore(address, here);
    if (fits <= best) return;
    best = fits;
    found = index;
  });
  return found;
}
