import type { JsonObject } from '../../contracts/json.ts';
import { chance } from './chance.ts';

/** A person of a sample tenant, as far as their traces in the audit need it. */
export interface DemoActor {
  id: number;
  name: string;
  email: string;
  /** Null: the person does not sign in. */
  login: string | null;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** An entry of the audit. */
export interface DemoEntry {
  at: string;
  userId: number | null;
  userName: string | null;
  entity: string;
  entityId: string;
  action: string;
  before: JsonObject | null;
  after: JsonObject | null;
  address: string;
  agent: string;
}

const DAYS = 400;
const DAY_MS = 86_400_000;
/** Sample tenants are in São Paulo. */
const UTC_OFFSET_HOURS = 3;

/** How many of a hundred sign-ins of a working day fall into each hour from 6 to 21. */
const hours = [2, 6, 19, 16, 8, 5, 5, 11, 10, 6, 4, 3, 2, 1, 1, 1];
const firstHour = 6;

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

/** How much of a usual day happens on a day: less at weekends, on public holidays and in the weeks around the new year. */
function share(day: Date): number {
  const weekday = day.getUTCDay();
  const date = day.toISOString().slice(5, 10);
  if (weekday === 0) return 0.03;
  if (weekday === 6) return 0.12;
  if (['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'].includes(date))
    return 0.05;
  return date >= '12-20' || date <= '01-06' ? 0.35 : 1;
}

function hourOf(number: number): number {
  const wanted = number * hours.reduce((sum, one) => sum + one, 0);
  let sum = 0;
  const index = hours.findIndex((one) => (sum += one) > wanted);
  return firstHour + Math.max(0, index);
}

/** The sign-ins of a year and more, refused ones among them. @param perDay of a usual day now; fewer a year before */
function signIns(people: readonly DemoActor[], start: Date, perDay: number): DemoEntry[] {
  const found: DemoEntry[] = [];
  const users = people.filter(({ login }) => login !== null);
  for (let ago = DAYS; ago >= 1; ago -= 1) {
    const day = new Date(start.getTime() - ago * DAY_MS);
    const growth = 1 - (0.45 * ago) / DAYS;
    const count = Math.round(perDay * growth * share(day) * (0.8 + 0.4 * chance(ago, 1)));
    for (let index = 0; index < count; index += 1) {
      // Some sign in daily, others now and then.
      const person = users[Math.floor(chance(ago, index, 2) ** 1.6 * users.length)]!;
      const at = new Date(day);
      at.setUTCHours(hourOf(chance(ago, index, 3)) + UTC_OFFSET_HOURS);
      at.setUTCMinutes(Math.floor(chance(ago, index, 4) * 60), Math.floor(chance(ago, index, 5) * 60), 0);
      if (at < person.createdAt || at >= start) continue;
      const isRefused = !person.isActive || chance(ago, index, 6) < 0.045;
      if (isRefused && chance(ago, index, 7) < 0.3) continue;
      found.push({
        at: at.toISOString(),
        userId: isRefused ? null : person.id,
        userName: isRefused ? null : person.name,
        entity: 'session',
        entityId: String(person.id),
        action: isRefused ? 'sign-in-refused' : 'sign-in',
        before: null,
        after: null,
        address: `10.20.${person.id % 8}.${(person.id % 240) + 10}`,
        agent: agents[person.id % 7 < 4 ? person.id % 2 : (person.id % 2) + 2]!,
      });
    }
  }
  return found;
}

/** The creation and the last change of each person, by those who look after people. */
function changes(people: readonly DemoActor[], domain: string, by: readonly DemoActor[]): DemoEntry[] {
  return people.flatMap(({ id, name, email, login, createdAt, updatedAt }, at) => {
    const actor = by[at % by.length]!;
    const now = { name, email, login };
    if (updatedAt.getTime() === createdAt.getTime())
      return [entryOf(actor, 'user', id, createdAt, 'create', null, now)];
    const before = { ...now, email: email.replace(`@${domain}`, `@old.${domain}`) };
    return [
      entryOf(actor, 'user', id, createdAt, 'create', null, before),
      entryOf(actor, 'user', id, updatedAt, 'update', before, now),
    ];
  });
}

/** A company that people of the sample change. */
export interface DemoRecord {
  id: number;
  name: string;
  createdAt: Date;
}

/** Events of companies, and of the managers of people, in the course of the year. */
function dailyWork(
  people: readonly DemoActor[],
  companies: readonly DemoRecord[],
  by: readonly DemoActor[],
  start: Date,
): DemoEntry[] {
  const found: DemoEntry[] = companies.map(({ id, name, createdAt }, at) =>
    entryOf(by[at % by.length]!, 'company', id, createdAt, 'create', null, { id, name }),
  );
  for (let ago = DAYS; ago >= 1; ago -= 1) {
    const day = new Date(start.getTime() - ago * DAY_MS);
    const count = Math.round(3.2 * (1 - (0.5 * ago) / DAYS) * share(day) * chance(ago, 11));
    for (let index = 0; index < count; index += 1) {
      const at = new Date(day);
      at.setUTCHours(
        hourOf(chance(ago, index, 12)) + UTC_OFFSET_HOURS,
        Math.floor(chance(ago, index, 13) * 60),
      );
      const actor = by[Math.floor(chance(ago, index, 14) ** 1.5 * by.length)]!;
      const isPerson = chance(ago, index, 15) < 0.6;
      const list: readonly DemoRecord[] = isPerson ? people : companies;
      const record = list[Math.floor(chance(ago, index, 16) * list.length)]!;
      if (record.createdAt >= at || actor.createdAt >= at || at >= start) continue;
      const [old, now] = [17, 18].map((seed) => chance(ago, index, seed));
      const side = (value: number): JsonObject =>
        isPerson
          ? { name: record.name, manager: { name: people[Math.floor(value * people.length)]!.name } }
          : { name: record.name, phone: `11${3_000_0000 + Math.floor(value * 900_0000)}` };
      found.push(
        entryOf(actor, isPerson ? 'user' : 'company', record.id, at, 'update', side(old!), side(now!)),
      );
    }
  }
  return found;
}

function entryOf(
  actor: DemoActor,
  entity: string,
  id: number,
  at: Date,
  action: string,
  before: JsonObject | null,
  after: JsonObject | null,
): DemoEntry {
  return {
    at: at.toISOString(),
    userId: actor.id,
    userName: actor.name,
    entity,
    entityId: String(id),
    action,
    before,
    after,
    address: `10.20.0.${(actor.id % 240) + 10}`,
    agent: agents[actor.id % 2]!,
  };
}

/**
 * Creates the audit of a sample tenant, the same for every first start on one day, by time.
 * @param admin who created the first people
 */
export function demoActivity(
  people: readonly DemoActor[],
  admin: DemoActor,
  companies: readonly DemoRecord[],
  { domain, signInsPerDay }: { domain: string; signInsPerDay: number },
  start: Date,
): DemoEntry[] {
  const staff = people.filter(({ login, isActive }) => login !== null && isActive);
  const by = [admin, ...staff.toSorted((one, other) => +one.createdAt - +other.createdAt).slice(0, 5)];
  const entries = [
    ...signIns([...people, admin], start, signInsPerDay),
    ...changes(people, domain, by),
    ...dailyWork(people, companies, by, start),
  ];
  return entries.sort((one, other) => one.at.localeCompare(other.at));
}
