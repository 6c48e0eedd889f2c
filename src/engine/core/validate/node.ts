import type { JsonObject } from '../../../contracts/json.ts';
import { safeUrl } from '../../../contracts/url.ts';
import type { DefinitionFault, WidgetSpec } from '../contract.ts';
import type { NodePlace as Place } from '../generated/documents.ts';
import { isExpression } from '../expressions/expression.ts';
import { walkMarks } from '../marks.ts';
import type { Registry } from '../registry.ts';
import { placeFaults } from './children.ts';
import { quickExpressionFaults, type ExpressionPlace, type PlaceRoot } from './expressions.ts';
import { escapePointer, fault } from './faults.ts';
import { nearest } from './nearest.ts';
import { languageFaults, widgetFaults } from './props.ts';
import { stepsFaults } from './step-faults.ts';
import { noPlaces, stepsPlaces, type Places } from './steps.ts';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((key) => `/${escapePointer(String(key))}`).join('');

/** Everything in a node (not its children) that refers to something: expressions, addresses, dialogs, forms, sources. */
export function nodePlaces(node: JsonObject, registry: Registry, at: string, inRow = false): Places {
  const own: readonly PlaceRoot[] = inRow ? ['row'] : [];
  const places = noPlaces();
  const expression = (value: unknown, pointer: string, place: readonly PlaceRoot[]): void => {
    if (isExpression(value))
      places.expressions.push({ source: value.$expr, pointer: `${pointer}/$expr`, place });
  };
  expression(node.visible, `${at}/visible`, own);
  if (typeof node.source === 'string') {
    places.targets.push({ kind: 'source', id: node.source, pointer: `${at}/source` });
  }
  if (isObject(node.on)) {
    for (const [event, steps] of Object.entries(node.on)) {
      stepsPlaces(steps, `${at}/on/${escapePointer(event)}`, ['event', 'row', 'form'], places);
    }
  }
  const spec = typeof node.type === 'string' ? registry.get(node.type) : undefined;
  if (!spec || !isObject(node.props)) return places;
  walkMarks(spec.propsSchema, node.props, (mark, path, value) => {
    const pointer = `${at}/props${pointerOf(path)}`;
    if (mark === 'text' && typeof value === 'string') places.texts.push({ text: value, pointer });
    else if (mark === 'text' || mark === 'expression' || mark === 'url') expression(value, pointer, own);
    else if (mark === 'row-expression') expression(value, pointer, ['row']);
    else if (mark === 'steps') stepsPlaces(value, pointer, ['row', 'event', 'form'], places);
    else if (mark === 'bind' && typeof value === 'string') places.writes.push(value);
    else if (mark === 'address' && typeof value === 'string') {
      places.addresses.push({ address: value, pointer, place: ['row'] });
    }
  });
  return places;
}

/** Events that the widget does not have: what is to happen then never would. */
function eventFaults(node: JsonObject, spec: WidgetSpec, at: string): DefinitionFault[] {
  const known = (spec.events ?? []).map((event) => event.name);
  return Object.keys(isObject(node.on) ? node.on : {})
    .filter((event) => !known.includes(event))
    .map((event) => {
      const place = `${at}/on/${escapePointer(event)}`;
      if (known.length === 0) return fault(place, 'no-events', { event, type: spec.type });
      const values = { event, type: spec.type, nearest: nearest(event, known), known: known.join(', ') };
      return fault(place, 'unknown-event', values);
    });
}

function typeFaults(node: JsonObject, registry: Registry, at: string): DefinitionFault[] {
  if (typeof node.type !== 'string') return [];
  const spec = registry.get(node.type);
  if (!spec) return [fault(`${at}/type`, 'unknown-type', { type: node.type })];
  const props = isObject(node.props) ? node.props : {};
  const faults = widgetFaults(spec, props, `${at}/props`);
  walkMarks(spec.propsSchema, props, (mark, path, value) => {
    const pointer = `${at}/props${pointerOf(path)}`;
    if (mark === 'steps') faults.push(...stepsFaults(value, pointer));
    // Left empty, it leads nowhere yet.
    if (mark === 'url' && typeof value === 'string' && value !== '' && !safeUrl(value)) {
      faults.push(fault(pointer, 'url', { url: value }));
    }
  });
  if (isObject(node.on)) {
    for (const [event, steps] of Object.entries(node.on)) {
      // What is no list has been told by the node's own schema.
      if (Array.isArray(steps)) faults.push(...stepsFaults(steps, `${at}/on/${escapePointer(event)}`));
    }
  }
  if (typeof node.typeVersion === 'number' && node.typeVersion > spec.version) {
    const { type, version: known } = spec;
    faults.push(fault(`${at}/typeVersion`, 'newer-type', { type, version: node.typeVersion, known }));
  }
  if (Array.isArray(node.children) && node.children.length > 0 && spec.children === undefined) {
    faults.push(fault(`${at}/children`, 'no-children', { type: spec.type }));
  }
  if (spec.needs === 'rows' && node.source === undefined) {
    faults.push(fault(at, 'needs-source', { type: spec.type }, 'warning'));
  }
  return [...faults, ...eventFaults(node, spec, at)];
}

/**
 * What is wrong with one node, its children apart: its shape, type, props and plain expressions. Cheap enough for the
 * browser to ask of every node it draws.
 * @param at the node's JSON pointer in its document.
 * @param inRow it is drawn once per row, with `row` in its scope.
 */
export function validateNode(node: unknown, registry: Registry, at = '', inRow = false): DefinitionFault[] {
  if (!isObject(node)) return [fault(at, 'type', { expected: 'object' })];
  const { children: _, ...own } = node;
  const faults = [...languageFaults('node', own, at), ...typeFaults(node, registry, at)];
  // What has the wrong shape is not walked any further.
  if (faults.some((one) => one.severity === 'error')) return faults;
  if (isObject(own.at)) faults.push(...placeFaults(own.at as unknown as Place, at));
  const places = nodePlaces(node, registry, at, inRow);
  return [...faults, ...places.expressions.flatMap((one: ExpressionPlace) => quickExpressionFaults(one))];
}
