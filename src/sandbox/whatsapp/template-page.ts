import { invalidParameter } from './graph-error.ts';
import { textOf, type Wire } from './json.ts';
import type { Template } from './templates.ts';

const LIMIT = 25;

/**
 * A page of GET /{business}/message_templates.
 * @param address of the list itself
 * @throws GraphError for a limit or a cursor that is none
 */
export function templatePage(templates: readonly Template[], query: Wire, address: string): Wire {
  const { status, name, language, fields } = query;
  const limit = query['limit'] === undefined ? LIMIT : Number(query['limit']);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw invalidParameter('Param limit must be a number from 1 to 1000.');
  const found = templates.filter(
    (one) =>
      (status === undefined || one.status === status) &&
      (name === undefined || one.name.includes(String(name))) &&
      (language === undefined || one.language === language),
  );
  const start = positionOf(textOf(query['after']));
  const page = found.slice(start, start + limit);
  const after = cursorOf(start + page.length);
  const next = new URLSearchParams(
    Object.entries({ ...query, limit: String(limit), after }).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  );
  const isLast = start + page.length >= found.length;
  return {
    data: page.map((template) => select(template, textOf(fields))),
    ...(page.length === 0
      ? {}
      : {
          paging: {
            cursors: { before: cursorOf(start), after },
            ...(isLast ? {} : { next: `${address}?${next.toString()}` }),
          },
        }),
  };
}

const cursorOf = (position: number): string => Buffer.from(`p${position}`).toString('base64url');

function positionOf(cursor: string | null): number {
  if (cursor === null) return 0;
  const position = /^p(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (position === undefined) throw invalidParameter('Invalid parameter', 'after is no cursor of this list.');
  return Number(position);
}

/** Only the fields asked for; name, language, status and id are always there. */
function select(template: Template, fields: string | null): Wire {
  const all: Wire = { ...template };
  if (fields === null) return all;
  const wanted = new Set([
    ...fields.split(',').map((field) => field.trim()),
    'name',
    'language',
    'status',
    'id',
  ]);
  return Object.fromEntries(Object.entries(all).filter(([key]) => wanted.has(key)));
}
