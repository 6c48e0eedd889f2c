import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Test support: the paths in a folder to which other accounts have access. */
export function exposed(path: string): string[] {
  const own = statSync(path).mode & 0o077 ? [path] : [];
  if (!statSync(path).isDirectory()) return own;
  return own.concat(...readdirSync(path).map((name) => exposed(join(path, name))));
}
