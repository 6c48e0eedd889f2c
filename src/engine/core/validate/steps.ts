import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import { isExpression } from '../expressions/expression.ts';
import type { ExpressionUse, LocalRoot } from './expressions.ts';

/** A name in a document that has to be somebody's. */
export interface Target {
  kind: 'source' | 'dialog' | 'form';
  id: string;
  pointer: string;
}

export interface AddressUse {
  address: string;
  pointer: string;
  place: readonly LocalRoot[];
}

/** What a part of a document refers to. */
export interface Uses {
  expressions: ExpressionUse[];
  addresses: AddressUse[];
  targets: Target[];
  texts: { text: string; pointer: string }[];
  /** Places of the state that it writes, `state` included. */
  writes: string[];
}

export const noUses = (): Uses => ({
  expressions: [],
  addresses: [],
  targets: [],
  texts: [],
  writes: [],
});

type Unknown = Record<string, unknown>;

/** Expressions anywhere inside a JSON value: bodies, values, queries. */
function valuePlaces(value: unknown, pointer: string, place: readonly LocalRoot[], places: Uses): void {
  if (isExpression(value)) {
    places.expressions.push({ source: value.$expr, pointer: `${pointer}/$expr`, place });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => valuePlaces(item, `${pointer}/${index}`, place, places));
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      valuePlaces(item, `${pointer}/${escapeSegment(key)}`, place, places);
    }
  }
}

function textPlace(value: unknown, pointer: string, place: readonly LocalRoot[], places: Uses): void {
  if (typeof value === 'string') places.texts.push({ text: value, pointer });
  else valuePlaces(value, pointer, place, places);
}

function addressPlace(value: unknown, pointer: string, place: readonly LocalRoot[], places: Uses): void {
  if (typeof value === 'string') places.addresses.push({ address: value, pointer, place });
}

function callPlaces(call: Unknown, pointer: string, place: readonly LocalRoot[], places: Uses): void {
  for (const method of ['get', 'post', 'put', 'delete']) {
    addressPlace(call[method], `${pointer}/${method}`, place, places);
  }
  valuePlaces(call.query, `${pointer}/query`, place, places);
  valuePlaces(call.body, `${pointer}/body`, place, places);
  valuePlaces(call.version, `${pointer}/version`, place, places);
}

function messagePlaces(message: Unknown, pointer: string, place: readonly LocalRoot[], places: Uses): void {
  for (const [key, value] of Object.entries(message)) {
    const at = `${pointer}/${escapeSegment(key)}`;
    if (key === 'values') valuePlaces(value, at, place, places);
    else if (key !== 'kind' && key !== 'persistent') textPlace(value, at, place, places);
  }
}

const adding = (place: readonly LocalRoot[], more: LocalRoot): LocalRoot[] => [...new Set([...place, more])];

function stepPlaces(step: Unknown, pointer: string, place: readonly LocalRoot[], places: Uses): void {
  const target = (kind: Target['kind'], key: string): void => {
    const named = Array.isArray(step[key]) ? step[key] : [step[key]];
    named.forEach((id, index) => {
      const at = Array.isArray(step[key]) ? `${pointer}/${key}/${index}` : `${pointer}/${key}`;
      if (typeof id === 'string') places.targets.push({ kind, id, pointer: at });
    });
  };
  if (isObject(step.navigate)) addressPlace(step.navigate.to, `${pointer}/navigate/to`, place, places);
  else addressPlace(step.navigate, `${pointer}/navigate`, place, places);
  for (const call of [step.request, step.upload]) {
    if (isObject(call) && typeof call.into === 'string') places.writes.push(call.into);
  }
  if (isObject(step.set)) places.writes.push(...Object.keys(step.set));
  if (isObject(step.request)) callPlaces(step.request, `${pointer}/request`, place, places);
  if (isObject(step.download)) {
    callPlaces(step.download, `${pointer}/download`, place, places);
    textPlace(step.download.filename, `${pointer}/download/filename`, place, places);
  }
  if (isObject(step.upload)) {
    callPlaces(step.upload, `${pointer}/upload`, place, places);
    valuePlaces(step.upload.values, `${pointer}/upload/values`, place, places);
  }
  for (const verb of ['confirm', 'toast']) {
    if (isObject(step[verb])) messagePlaces(step[verb], `${pointer}/${verb}`, place, places);
  }
  valuePlaces(step.set, `${pointer}/set`, place, places);
  valuePlaces(step.if, `${pointer}/if`, place, places);
  valuePlaces(step.each, `${pointer}/each`, place, places);
  valuePlaces(step.label, `${pointer}/label`, adding(place, 'row'), places);
  target('source', 'refresh');
  target('dialog', 'open');
  target('dialog', 'close');
  target('form', 'submit');
  target('form', 'reset');
  stepsUses(step.then, `${pointer}/then`, place, places);
  stepsUses(step.else, `${pointer}/else`, place, places);
  stepsUses(step.do, `${pointer}/do`, adding(place, 'row'), places);
  stepsUses(step.onError, `${pointer}/onError`, adding(place, 'event'), places);
}

/** Collects what a list of steps refers to. */
export function stepsUses(steps: unknown, pointer: string, place: readonly LocalRoot[], places: Uses): void {
  if (!Array.isArray(steps)) return;
  steps.forEach((step, index) => {
    if (isObject(step)) stepPlaces(step, `${pointer}/${index}`, place, places);
  });
}
