/**
 * Returns the parameters of a route path (`/admin-user/:id`) for an address (`/admin-user/12`), or null without a match.
 * A trailing slash does not count; segments are percent-decoded.
 */
export function matchPath(route: string, address: string): Record<string, string> | null {
  const wanted = segmentsOf(route);
  const given = segmentsOf(address);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const text = decoded(given[at] ?? '');
    if (text === null) return null;
    if (segment.startsWith(':')) params[segment.slice(1)] = text;
    else if (segment !== text) return null;
  }
  return params;
}

/** Returns the segments of a path, without empty ones. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
