import { complete, completionsAt } from './completion.ts';
import { describe, expect, it } from 'vitest';
import type { OpChange } from '../../../contracts/agile.ts';
import { applyOp, baseOf } from './base.ts';
import { dueState, isDue, today, type DueChoice } from './due.ts';
import { cardTest, indexOf, noFilter } from './filter.ts';
import { dropIndex, indexAfterStep, neighboursAt } from './moves.ts';
import { dateOf, parseQuickAdd } from './quick-add.ts';
import { moveOp, testBoard, testCard } from './testing.ts';

const day = '2026-11-27';

describe('operations', () => {
  const op = (change: Partial<OpChange>) => ({
    ...moveOp(2, 'x', 1, { sprintId: null, laneId: null, pos: 'a', statusId: 8 }),
    changes: [{ entity: 'task' as const, id: 1, version: 2, projectId: 1, before: {}, after: {}, ...change }],
  });
  const base = baseOf([testCard(1), testCard(2)], 1);

  it('change the fields that they name', () => {
    const { base: next, areCardsStale } = applyOp(base, 7, op({ after: { title: 'Outra', users: [21] } }));
    expect(next.cards[1]).toMatchObject({ title: 'Outra', users: [21], pos: '00001', version: 2 });
    expect(areCardsStale).toBe(false);
    expect(base.cards[1]?.title).toBe('Tarefa 1');
  });

  it('make cards, remove them, and take them to another board', () => {
    const places = [{ boardId: 7, sprintId: null, laneId: null, pos: 'b', afterId: null }];
    const after = { title: 'Nova', number: 9, statusId: 8, places };
    const made = applyOp(base, 7, op({ id: 9, before: null, after }));
    expect(made.base.cards[9]).toMatchObject({ title: 'Nova', number: 9, projectId: 1, taskSprintId: null });
    expect(applyOp(base, 7, op({ after: null })).base.cards).not.toHaveProperty('1');
    expect(
      applyOp(base, 7, op({ after: { places: [{ ...places[0]!, boardId: 8 }] } })).base.cards,
    ).not.toHaveProperty('1');
  });

  it('ask for the cards when one appears that they do not tell whole', () => {
    const places = [{ boardId: 7, sprintId: null, laneId: null, pos: 'b', afterId: null }];
    expect(applyOp(base, 7, op({ id: 9, after: { places } })).areCardsStale).toBe(true);
    expect(
      applyOp(base, 7, op({ id: 9, after: { places: [{ ...places[0]!, boardId: 8 }] } })).areCardsStale,
    ).toBe(false);
  });

  it('write the keys of a list anew', () => {
    const positions = { 1: 'm', 2: 'c', 77: 'x' };
    const { base: next } = applyOp(base, 7, op({ entity: 'board', id: 7, after: { positions } }));
    expect([next.cards[1]?.pos, next.cards[2]?.pos]).toEqual(['m', 'c']);
  });
});

describe('the place of a drop', () => {
  it('is between the visible cards, whatever a filter hides between them', () => {
    expect(neighboursAt([4, 9], 1)).toEqual({ afterId: 4, beforeId: 9 });
    expect(neighboursAt([4, 9], 0)).toEqual({ afterId: null, beforeId: 4 });
    expect(neighboursAt([4, 9], 7)).toEqual({ afterId: 9, beforeId: null });
    expect(neighboursAt([], 0)).toEqual({ afterId: null, beforeId: null });
  });

  it('is before the first row whose middle lies below', () => {
    const rows = [
      { index: 100, top: 0, height: 100 },
      { index: 101, top: 108, height: 60 },
    ];
    expect([10, 60, 139, 900].map((y) => dropIndex(rows, y, 3000))).toEqual([100, 101, 102, 102]);
    expect(dropIndex([], 10, 0)).toBe(0);
  });

  it('is one step on, or an end; there is none over an end', () => {
    expect(indexAfterStep([1, 2, 3], 2, 'up')).toBe(0);
    expect(indexAfterStep([1, 2, 3], 2, 'bottom')).toBe(2);
    expect(indexAfterStep([1, 2, 3], 3, 'down')).toBe(null);
    expect(indexAfterStep([1, 2, 3], 3, 'bottom')).toBe(null);
    expect(indexAfterStep([1, 2, 3], 1, 'top')).toBe(null);
  });
});

describe('due dates', () => {
  it('are days of the tenant’s zone', () => {
    const late = new Date('2026-11-28T02:30:00Z');
    expect(today(late, 'America/Sao_Paulo')).toBe('2026-11-27');
    expect(today(late, 'UTC')).toBe('2026-11-28');
  });

  it('are late only once their day is over, and never when the work is finished', () => {
    expect(dueState({ endDate: day }, false, day)).toBe('today');
    expect(dueState({ endDate: '2026-11-26' }, false, day)).toBe('late');
    expect(dueState({ endDate: '2026-11-26' }, true, day)).toBe('later');
    expect(dueState({ endDate: null }, false, day)).toBe('none');
  });

  it('are filtered cumulatively, today included and finished work excluded', () => {
    const passing = (choice: DueChoice) =>
      [null, '2026-11-26', day, '2026-11-28', '2026-12-04', '2026-12-27', '2026-12-28'].filter((endDate) =>
        isDue({ endDate }, false, choice, day),
      );
    expect(passing('none')).toEqual([null]);
    expect(passing('late')).toEqual(['2026-11-26']);
    expect(passing('day')).toEqual([day, '2026-11-28']);
    expect(passing('week')).toEqual([day, '2026-11-28', '2026-12-04']);
    expect(passing('month')).toEqual([day, '2026-11-28', '2026-12-04', '2026-12-27']);
    expect(isDue({ endDate: day }, true, 'day', day)).toBe(false);
    expect(isDue({ endDate: '2027-02-28' }, false, 'month', '2027-01-31')).toBe(true);
    expect(isDue({ endDate: '2027-03-01' }, false, 'month', '2027-01-31')).toBe(false);
  });
});

describe('the search', () => {
  it('finds every word in title, number, story and tags, without regard to accents', () => {
    const index = indexOf(testBoard);
    const card = testCard(118, { title: 'Conferência cega', storyId: 41, tags: [31], users: [21] });
    const finds = (text: string) => cardTest({ ...noFilter, text }, index, day)(card);
    expect(['conferencia', 'RVR-118', 'separacao fiscal', 'cega 118'].map(finds)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(finds('cega recebimento')).toBe(false);
    expect(cardTest({ ...noFilter, people: [22] }, index, day)(card)).toBe(false);
  });
});

describe('completion', () => {
  const at = (line: string, caret = line.length) =>
    completionsAt(line, caret, testBoard)?.options.map(({ word }) => word) ?? null;

  it('offers people, tags and priorities for the word at the caret', () => {
    expect(at('Ligar @an')).toEqual(['@AnaSouza', '@ÂngeloDias']);
    expect(at('Ligar @dia')).toEqual(['@ÂngeloDias']);
    expect(at('Ligar #fis')).toEqual(['#Fiscal']);
    expect(at('Ligar !')).toEqual(['!Urgente', '!Alta', '!Média', '!Baixa']);
    expect(at('Ligar @ana hoje', 8)).toEqual(['@AnaSouza', '@ÂngeloDias']);
    expect([at('Ligar'), at('Ligar @zz'), at('Caso #3'), at(''), at('@ana hoje')]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('offers a new tag only when none matches', () => {
    expect(completionsAt('#novo', 5, testBoard)?.options).toMatchObject([{ kind: 'new-tag', word: '#novo' }]);
  });

  it('puts the word in its place, and what it stands for is understood', () => {
    const found = completionsAt('Ligar @dia hoje', 10, testBoard)!;
    const done = complete('Ligar @dia hoje', found, found.options[0]!);
    expect(done).toEqual({ line: 'Ligar @ÂngeloDias hoje', caret: 18 });
    expect(parseQuickAdd(done.line, testBoard, day)).toMatchObject({ users: [22], endDate: day });
  });
});

it('offers and understands only people who can be chosen', () => {
  const [ana, ...others] = testBoard.users;
  const board = { ...testBoard, users: [{ ...ana!, assignable: false }, ...others] };
  expect(completionsAt('Ligar @an', 9, board)?.options.map(({ word }) => word)).toEqual(['@ÂngeloDias']);
  expect(parseQuickAdd('Ligar @anasouza', board, day)).toMatchObject({ users: [], title: 'Ligar @anasouza' });
});

describe('quick add', () => {
  const parse = (line: string) => parseQuickAdd(line, testBoard, day);

  it('understands people, tags, priority and date', () => {
    expect(parse('Revisar contrato @ana #fiscal #novo !alta 30/11')).toEqual({
      title: 'Revisar contrato',
      users: [21],
      tags: [31],
      newTags: ['novo'],
      priorityId: 2,
      endDate: '2026-11-30',
    });
    expect(parse('Ligar @anasouza @dias !u amanhã')).toMatchObject({
      title: 'Ligar',
      users: [21, 22],
      priorityId: 1,
      endDate: '2026-11-28',
    });
  });

  it('keeps in the title what names nothing, or more than one', () => {
    // "an" begins both names.
    expect(parse('Avisar @an @zé !x # #3')).toMatchObject({ title: 'Avisar @an @zé !x # #3', users: [] });
    expect(parse('Reunião de hoje com todos').title).toBe('Reunião de hoje com todos');
    expect(parse('hoje')).toMatchObject({ title: 'hoje', endDate: null });
    expect(parse('Usar 1/2 xícara')).toMatchObject({ title: 'Usar 1/2 xícara', endDate: null });
    expect(parse('Pagar 31/02')).toMatchObject({ title: 'Pagar 31/02', endDate: null });
  });

  it('reads dates in all languages, the next such day without a year', () => {
    expect(
      ['mañana', 'today', '01/03', '27/11', '1/12/27', 'sexta', 'sáb', '2026-12-01'].map((w) =>
        dateOf(w, day),
      ),
    ).toEqual(['2026-11-28', day, '2027-03-01', day, '2027-12-01', '2026-12-04', '2026-11-28', '2026-12-01']);
    expect(dateOf('29/02', day)).toBe(null);
  });
});
