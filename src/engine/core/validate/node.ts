import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { safeUrl } from '../../../contracts/url.ts';
import type { Diagnostic, WidgetSpec } from '../contract.ts';
import type { NodePlace as Place } from '../generated/documents.ts';
import { isExpression } from '../expressions/expression.ts';
import { walkAnnotations } from '../schema-annotations.ts';
import type { Registry } from '../registry.ts';
import { placeDiagnostics } from './children.ts';
import { quickExpressionDiagnostics, type ExpressionUse, type LocalRoot } from './expressions.ts';
import { diagnostic } from './diagnostics.ts';
import { nearest } from './nearest.ts';
import { languageDiagnostics, widgetDiagnostics } from './props.ts';
import { stepsDiagnostics } from './step-diagnostics.ts';
import { noUses, stepsUses, type Uses } from './steps.ts';

const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((key) => `/${escapeSegment(String(key))}`).join('');

/** Everything in a node (not its children) that refers to something: expressions, addresses, dialogs, forms, sources. */
export function nodePlaces(node: JsonObject, registry: Registry, at: string, inRow = false): Uses {
  const own: readonly LocalRoot[] = inRow ? ['row'] : [];
  const places = noUses();
  const expression = (value: unknown, pointer: string, place: readonly LocalRoot[]): void => {
    if (isExpression(value))
      places.expressions.push({ source: value.$expr, pointer: `${pointer}/$expr`, place });
  };
  expression(node.visible, `${at}/visible`, own);
  if (typeof node.source === 'string') {
    places.targets.push({ kind: 'source', id: node.source, pointer: `${at}/source` });
  }
  if (isObject(node.on)) {
    for (const [event, steps] of Object.entries(node.on)) {
      stepsUses(steps, `${at}/on/${escapeSegment(event)}`, ['event', 'row', 'form'], places);
    }
  }
  const spec = typeof node.type === 'string' ? registry.get(node.type) : undefined;
  if (!spec || !isObject(node.props)) return places;
  walkAnnotations(spec.propsSchema, node.props, (annotation, path, value) => {
    const pointer = `${at}/props${pointerOf(path)}`;
    if (annotation === 'text' && typeof value === 'string') places.texts.push({ text: value, pointer });
    else if (annotation === 'text' || annotation === 'expression' || annotation === 'url')
      expression(value, pointer, own);
    else if (annotation === 'row-expression') expression(value, pointer, ['row']);
    else if (annotation === 'steps') stepsUses(value, pointer, ['row', 'event', 'form'], places);
    else if (annotation === 'bind' && typeof value === 'string') places.writes.push(value);
    else if (annotation === 'address' && typeof value === 'string') {
      places.addresses.push({ address: value, pointer, place: ['row'] });
    }
  });
  return places;
}

/** Events that the widget does not have: what is to happen then never would. */
function eventDiagnostics(node: JsonObject, spec: WidgetSpec, at: string): Diagnostic[] {
  const known = (spec.events ?? []).map((event) => event.name);
  return Object.keys(isObject(node.on) ? node.on : {})
    .filter((event) => !known.includes(event))
    .map((event) => {
      const place = `${at}/on/${escapeSegment(event)}`;
      if (known.length === 0) return diagnostic(place, 'no-events', { event, type: spec.type });
      const values = { event, type: spec.type, nearest: nearest(event, known), known: known.join(', ') };
      return diagnostic(place, 'unknown-event', values);
    });
}

function typeDiagnostics(node: JsonObject, registry: Registry, at: string): Diagnostic[] {
  if (typeof node.type !== 'string') return [];
  const spec = registry.get(node.type);
  if (!spec) return [diagnostic(`${at}/type`, 'unknown-type', { type: node.type })];
  const props = isObject(node.props) ? node.props : {};
  const diagnostics = widgetDiagnostics(spec, props, `${at}/props`);
  walkAnnotations(spec.propsSchema, props, (annotation, path, value) => {
    const pointer = `${at}/props${pointerOf(path)}`;
    if (annotation === 'steps') diagnostics.push(...stepsDiagnostics(value, pointer));
    // Left empty, it leads nowhere yet.
    if (annotation === 'url' && typeof value === 'string' && value !== '' && !safeUrl(value)) {
      diagnostics.push(diagnostic(pointer, 'url', { url: value }));
    }
  });
  if (isObject(node.on)) {
    for (const [event, steps] of Object.entries(node.on)) {
      // What is no list has been told by the node's own schema.
      if (Array.isArray(steps))
        diagnostics.push(...stepsDiagnostics(steps, `${at}/on/${escapeSegment(event)}`));
    }
  }
  if (typeof node.typeVersion === 'number' && node.typeVersion > spec.version) {
    const { type, version: known } = spec;
    diagnostics.push(
      diagnostic(`${at}/typeVersion`, 'newer-type', { type, version: node.typeVersion, known }),
    );
  }
  if (Array.isArray(node.children) && node.children.length > 0 && spec.children === undefined) {
    diagnostics.push(diagnostic(`${at}/children`, 'no-children', { type: spec.type }));
  }
  if (spec.needs === 'rows' && node.source === undefined) {
    diagnostics.push(diagnostic(at, 'needs-source', { type: spec.type }, 'warning'));
  }
  return [...diagnostics, ...eventDiagnostics(node, spec, at)];
}

/**
 * What is wrong with one node, its children apart: its shape, type, props and plain expressions. Cheap enough for the
 * browser to ask of every node it draws.
 * @param at the node's JSON pointer in its document.
 * @param inRow it is drawn once per row, with `row` in its scope.
 */
export function validateNode(node: unknown, registry: Registry, at = '', inRow = false): Diagnostic[] {
  if (!isObject(node)) return [diagnostic(at, 'type', { expected: 'object' })];
  const { children: _, ...own } = node;
  const diagnostics = [...languageDiagnostics('node', own, at), ...typeDiagnostics(node, registry, at)];
  // What has the wrong shape is not walked any further.
  if (diagnostics.some((one) => one.severity === 'error')) return diagnostics;
  if (isObject(own.at)) diagnostics.push(...placeDiagnostics(own.at as unknown as Place, at));
  const places = nodePlaces(node, registry, at, inRow);
  return [
    ...diagnostics,
    ...places.expressions.flatMap((one: ExpressionUse) => quickExpressionDiagnostics(one)),
  ];
}
