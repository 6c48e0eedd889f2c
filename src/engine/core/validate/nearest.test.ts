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
    // Swapped letters are one slip.
    ['emial', ['page', 'email'], 'email'],
    ['idd', ['id', 'title'], 'id'],
    // A common beginning does not make two addresses alike.
    ['/adm/v2/ent/compny/:id', ['/adm/v2/ent/uo/:id', '/adm/v2/ent/company/:id'], '/adm/v2/ent/company/:id'],
    ['/admin-usr', ['/', '/admin-user'], '/admin-user'],
  ])('to %s among %j is %s', (name, known, found) => {
    expect(nearest(name, known)).toBe(found);
  });

  it.each([
    ['/orders', ['/adm/v2/def', '/']],
    ['/adm/v2/ent/ticket', ['/adm/v2/ent/user']],
    ['companyId', ['email']],
    ['ticket', ['user']],
    ['emial', ['page', 'perPage']],
    ['a', ['b', 'of']],
  ])('is missing for %s among %j', (name, known) => {
    expect(nearest(name, known)).toBe('');
  });
});
