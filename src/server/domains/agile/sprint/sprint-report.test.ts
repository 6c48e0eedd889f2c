import { expect, it } from 'vitest';
import type { SprintTask } from '../../../../contracts/agile-sprint.ts';
import { burndown, median, peopleOf } from './sprint-report.ts';

const event = (taskId: number, kind: 'in' | 'out' | 'done' | 'undone', at: string) => ({ taskId, kind, at });

it('a burndown is the state at the end of each day of the tenant, by the log', () => {
  const events = [
    event(1, 'in', '2026-11-08T12:00:00.000Z'),
    event(2, 'in', '2026-11-08T12:00:00.000Z'),
    // 23:30 of the 9th in São Paulo.
    event(1, 'done', '2026-11-10T02:30:00.000Z'),
    event(3, 'in', '2026-11-11T12:00:00.000Z'),
    event(1, 'undone', '2026-11-12T12:00:00.000Z'),
    event(2, 'out', '2026-11-12T13:00:00.000Z'),
    event(1, 'done', '2026-11-12T14:00:00.000Z'),
  ];
  const times = { startedAt: new Date('2026-11-09T12:00:00Z'), until: new Date('2026-11-13T20:00:00Z') };
  expect(burndown(events, { ...times, timeZone: 'America/Sao_Paulo' })).toEqual([
    { day: '2026-11-09', scope: 2, remaining: 1 },
    { day: '2026-11-10', scope: 2, remaining: 1 },
    { day: '2026-11-11', scope: 3, remaining: 2 },
    { day: '2026-11-12', scope: 2, remaining: 1 },
    { day: '2026-11-13', scope: 2, remaining: 1 },
  ]);
});

it('a burndown has each day once where a day has 23 or 25 hours', () => {
  const days = burndown([], {
    startedAt: new Date('2026-10-24T12:00:00Z'),
    until: new Date('2026-10-27T12:00:00Z'),
    timeZone: 'Europe/Lisbon',
  }).map(({ day }) => day);
  expect(days).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
});

it.each([
  [[], null],
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 2], 2],
  [[4.1, 4.2], 4.2],
  [[0.3, 0.2, 0.1, 0.2], 0.2],
])('the median of %j is %j', (values, expected) => {
  expect(median(values)).toBe(expected);
});

it('what people concluded has those who concluded most first, and tasks without a person after them', () => {
  const task = (person: string | null, cycleDays: number | null) =>
    ({
      people: person === null ? [] : [person, 'Outra'],
      doneAt: cycleDays && '2026-11-10',
      cycleDays,
    }) as SprintTask;
  expect(
    peopleOf([task(null, 2), task('Bia', 1), task('Ana', 4), task('Caio', null), task('Ana', 1)]),
  ).toEqual([
    { name: 'Ana', done: 2, cycle: 2.5 },
    { name: 'Bia', done: 1, cycle: 1 },
    { name: null, done: 1, cycle: 2 },
  ]);
});
