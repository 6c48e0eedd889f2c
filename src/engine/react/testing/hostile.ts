import { isObject } from '../../../contracts/json.ts';
import fc from 'fast-check';
import type { WidgetSpec } from '../../core/index.ts';

type Schema = Record<string, unknown>;

/** Values for each schema of the definition language that a props schema refers to. */
const definitionParts: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.constantFrom<unknown>('Um texto', '$fields.name', '$nobody', '', { $expr: 'state.text' }),
  expression: fc.constantFrom<unknown>(
    { $expr: 'state.page' },
    { $expr: 'data.rows.rows' },
    { $expr: 'data.rows.record' },
    { $expr: 'state.list' },
  ),
  'row-expression': fc.constantFrom<unknown>({ $expr: 'row.name' }, { $expr: 'row.id + 1' }),
  action: fc.constantFrom<unknown>([], [{ set: { 'state.page': 2 } }], [{ refresh: 'rows' }]),
  bind: fc.constantFrom('state.filters', 'state.page', 'state.list', 'state.new'),
  access: fc.constantFrom<unknown>({ verb: 'read' }, { verb: 'delete' }),
  address: fc.constantFrom('/people', '/people/{row.id}', '/people/{params.id}'),
  url: fc.constantFrom('https://example.com/a.png', '/adm/v2/file/1'),
  child: fc.constantFrom('child', 'nobody'),
};

/** Values of a schema; any JSON where its keywords are not supported. */
function valueOf(schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null);
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    if (reference.startsWith('#/$defs/')) {
      const target = (root['$defs'] as Schema)[reference.slice('#/$defs/'.length)];
      return valueOf(target as Schema, root, depth + 1);
    }
    const name = /([a-z-]+)\.schema\.json/.exec(reference)?.[1] ?? '';
    return definitionParts[name] ?? fc.jsonValue({ maxDepth: 1 });
  }
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (
    Array.isArray(alternatives) &&
    alternatives.every((one) => isObject(one) && !('required' in one && !('type' in one)))
  ) {
    return fc.oneof(...(alternatives as Schema[]).map((one) => valueOf(one, root, depth + 1)));
  }
  return ofType([schema['type']].flat()[0], schema, root, depth);
}

function ofType(type: unknown, schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return fc.constantFrom('name', 'id', 'isActive', 'add', 'none', 'a-b');
    case 'integer':
    case 'number':
      return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Number(schema['maximum'] ?? 50) });
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const items = isObject(schema['items']) ? valueOf(schema['items'], root, depth + 1) : fc.constant('a');
      return fc.array(items, { minLength: Number(schema['minItems'] ?? 0), maxLength: 3 });
    }
    case 'object': {
      const properties = isObject(schema['properties']) ? schema['properties'] : {};
      const propertyValues = Object.entries(properties).map(
        ([key, propertySchema]) => [key, valueOf(propertySchema as Schema, root, depth + 1)] as const,
      );
      const requiredKeys = (schema['required'] ?? []) as string[];
      return fc.record(Object.fromEntries(propertyValues), {
        requiredKeys: requiredKeys.filter((key) => key in properties),
      });
    }
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** Values of unexpected types or with dangerous content. */
const hostileValue = fc.constantFrom<unknown>(
  null,
  0,
  -1,
  1e308,
  '',
  '$',
  '{}',
  'javascript:alert(1)',
  'constructor',
  '__proto__',
  true,
  [],
  [[]],
  [null],
  {},
  { $expr: 'state.' },
  { $expr: 'nobody.x' },
  { $expr: '($f := function() { $f() }; $f())' },
  { $expr: '1 + "a"' },
  { $expr: 5 },
  { toString: 1, valueOf: null },
  { then: 1 },
);

/** A copy with the value at one position replaced; `at` is the number of that position. */
function withValueReplaced(value: unknown, at: number, wrong: unknown): unknown {
  const positions: { holder: Record<string | number, unknown>; key: string | number }[] = [];
  const copy = structuredClone(value);
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    for (const key of Object.keys(one)) {
      positions.push({ holder: one as Record<string, unknown>, key });
      visit((one as Record<string, unknown>)[key]);
    }
  };
  visit(copy);
  const position = positions[at % Math.max(1, positions.length)];
  if (position) position.holder[position.key] = wrong;
  return copy;
}

/** A node of a real widget with props of its schema, and a child where it takes some. */
function nodeOf(spec: WidgetSpec): fc.Arbitrary<Schema> {
  return fc
    .record({
      props: valueOf(spec.propsSchema, spec.propsSchema, 0),
      source: fc.constantFrom<unknown>(undefined, 'rows', 'pending', 'wrong'),
      visible: fc.constantFrom<unknown>(undefined, undefined, undefined, { $expr: 'can.read' }),
    })
    .map(({ props, source, visible }) => ({
      id: `a-${spec.type}`,
      type: spec.type,
      props,
      ...(source === undefined ? {} : { source }),
      ...(visible === undefined ? {} : { visible }),
      ...(spec.children
        ? { children: [{ id: `child-${spec.type}`, type: 'text', props: { text: 'filho' } }] }
        : {}),
    }));
}

/** Nodes of real widgets with up to three of their values replaced by hostile ones. */
export function hostileBody(specs: readonly WidgetSpec[]): fc.Arbitrary<unknown[]> {
  const some = fc.array(fc.oneof(...specs.map(nodeOf)), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(some, fc.array(fc.tuple(fc.nat(200), hostileValue), { maxLength: 3 }))
    .map(([nodes, changes]) =>
      changes.reduce<unknown[]>(
        (body, [at, wrong]) => withValueReplaced(body, at, wrong) as unknown[],
        nodes,
      ),
    );
}
