import { readDevicePreference, writeDevicePreference } from '../client/index.ts';

/** A screen or a record that the person opened on this device. */
export interface Visit {
  path: string;
  /** Name of a record; the title that a screen had, which the menu replaces. */
  title: string;
  record: boolean;
  /** ISO time. */
  at: string;
}

const maxVisits = 30;
let revision = 0;

const nameOf = (user: number) => `own.${user}.recent` as const;

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'title', 'at'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string');

/** Number of changes, which tells whether a list of visits is still current. */
export const visitsRevision = (): number => revision;

/** What the person opened last on this device, the newest first. Without storage there is none. */
export function readVisits(user: number): Visit[] {
  try {
    const stored: unknown = JSON.parse(readDevicePreference(nameOf(user)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isVisit) : [];
  } catch {
    return [];
  }
}

/** Puts a visit first. One without a title removes the earlier visits of its path: its record may not exist any more. */
export function rememberVisit(user: number, visit: Visit): void {
  revision += 1;
  const others = readVisits(user).filter(({ path }) => path !== visit.path);
  const visits = visit.title === '' ? others : [visit, ...others].slice(0, maxVisits);
  writeDevicePreference(nameOf(user), JSON.stringify(visits));
}
