import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTenant } from '../../../db/in-tenant.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { dueTimes, nextOpening } from './rule.ts';
import { afterWorking, isWithin, nextBegin, workingSpans, type Week } from './working-time.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources: () => [] });
});
afterAll(() => app.close());

const closed = null;
const office: Week = [...Array.from({ length: 5 }, () => ['08:00', '18:00'] as const), closed, closed];
const zone = 'America/Sao_Paulo';
const at = (iso: string): Date => new Date(iso);
const rule = { week: office, zone };
const inAcme = <T>(work: Parameters<typeof inTenant<T>>[3]): Promise<T> =>
  inTenant(app.database, app.tenants.acme, 'read', work);
const opening = (iso: string, hours = rule) => inAcme((db) => nextOpening(db, hours, at(iso)));
const due = (iso: string, minutes: number, week: Week = office, timeZone = zone) =>
  inAcme((db) =>
    dueTimes(
      db,
      {
        week,
        zone: timeZone,
        firstAnswerMinutes: minutes,
        warningPercent: 50,
        channelId: 1,
        isByLoad: false,
        mostChats: null,
        awayTemplate: null,
        awayLanguage: 'pt_BR',
        menuText: null,
        queueId: null,
      },
      at(iso),
    ),
  );

describe('the next opening', () => {
  it('is now within the hours, whose end is no part of them', async () => {
    // Friday, 27 November 2026; Brasília is three hours behind UTC.
    expect(await opening('2026-11-27T11:00:00Z')).toEqual(at('2026-11-27T11:00:00Z'));
    expect(await opening('2026-11-27T20:59:59Z')).toEqual(at('2026-11-27T20:59:59Z'));
    expect(await opening('2026-11-27T21:00:00Z')).toEqual(at('2026-11-30T11:00:00Z'));
  });

  it('is the next working day, by the day of the zone and not of UTC', async () => {
    expect(await opening('2026-11-27T10:59:59Z')).toEqual(at('2026-11-27T11:00:00Z'));
    // Sunday evening in Brasília, Monday in UTC.
    expect(await opening('2026-11-30T02:00:00Z')).toEqual(at('2026-11-30T11:00:00Z'));
  });

  it('is now where no day has hours', async () => {
    const always = { week: Array.from({ length: 7 }, () => closed), zone };
    expect(await opening('2026-11-29T04:00:00Z', always)).toEqual(at('2026-11-29T04:00:00Z'));
  });
});

describe('the time until an answer is due', () => {
  it('counts within the hours', async () => {
    expect(await due('2026-11-27T20:50:00Z', 30)).toEqual({
      warn: at('2026-11-30T11:05:00Z'),
      due: at('2026-11-30T11:20:00Z'),
    });
  });

  it('begins with the next opening for who writes outside of them', async () => {
    expect((await due('2026-11-28T15:00:00Z', 60))?.due).toEqual(at('2026-11-30T12:00:00Z'));
  });

  it('may be longer than a week of working time', async () => {
    // 168 hours of 10 a day: the 17th working day, 8 hours into it.
    expect((await due('2026-11-30T11:00:00Z', 10_080))?.due).toEqual(at('2026-12-22T19:00:00Z'));
  });

  it('follows a change of clocks', async () => {
    const sunday: Week = [closed, closed, closed, closed, closed, closed, ['00:00', '06:00']];
    // New York sets clocks back at 2:00 on 1 November 2026: the six hours take seven.
    expect((await due('2026-11-01T04:00:00Z', 360, sunday, 'America/New_York'))?.due).toEqual(
      at('2026-11-01T10:00:00Z'),
    );
    const spans = await inAcme((db) =>
      workingSpans(db, sunday, 'America/New_York', at('2026-11-01T04:00:00Z')),
    );
    expect(spans[0]).toEqual([Date.parse('2026-11-01T04:00:00Z'), Date.parse('2026-11-01T11:00:00Z')]);
  });
});

it('takes no moment outside of its spans', () => {
  const spans = [
    [100_000, 200_000],
    [400_000, 460_000],
  ] as const;
  expect(isWithin(spans, 100_000)).toBe(true);
  expect(isWithin(spans, 200_000)).toBe(false);
  expect(nextBegin(spans, 200_000)).toBe(400_000);
  expect(nextBegin(spans, 400_000)).toBeNull();
  expect(afterWorking(spans, 0, 2)).toBe(420_000);
  expect(afterWorking(spans, 0, 3)).toBeNull();
});
