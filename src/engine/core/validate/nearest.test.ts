import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';

describe('the nearest known name', () => {
  it.each([
    ['nmae', ['email', 'name'], 'name'],
    ['total', ['rows', 'totalRows', 'page'], 'totalRows'],
    ['totalRows', ['rowTotals', 'total', 'label'], 'total'],
    ['usersList', ['version', 'users'], 'users'],
    // A slip of the hand is nearer than a word that contains the other.
    ['/sec/usr', ['/sec', '/sec/user'], '/sec/user'],
    ['pag', ['perPage', 'page'], 'page'],
    // Two letters are in too many words.
    ['video', ['id', 'vdeo'], 'vdeo'],
    ['any', [], ''],
  ])('to %s among %j is %s', (name, known, found) => {
    expect(nearest(name, known)).toBe(found);
  });
});
