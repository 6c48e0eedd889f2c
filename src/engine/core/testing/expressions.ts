import jsonata from 'jsonata';

/** Scope of the tests' expressions. */
export const scope = {
  params: { id: '12' },
  state: { page: 2, filters: { name: 'Ana', tags: ['a', 'b'], empty: '', none: null }, list: [{ x: [1] }] },
  data: {
    users: { rows: [{ id: 1, name: 'Ana' }, { id: 2 }], total: 2, record: { nested: [[1, 2], [3]] } },
    one: { rows: [{ id: 7, tags: ['z'] }], total: 1 },
    none: { rows: [], total: 0 },
  },
  can: { read: true, update: false },
  lang: 'pt',
};

/** Evaluates an expression with the JSONata library; returns the value or the error's code. */
export async function evaluateByLibrary(source: string, input: unknown = scope): Promise<unknown> {
  try {
    return { value: await jsonata(source).evaluate(input) };
  } catch (error) {
    return { code: (error as { code: string }).code };
  }
}

/** Copies a result without the properties that the library adds to its lists. */
export const withoutSequence = (value: unknown): unknown => {
  const { value: inner, ...rest } = value as { value?: unknown };
  if (inner === undefined) return { ...rest };
  if (typeof inner === 'number' && !Number.isFinite(inner)) return { value: String(inner) };
  return { value: JSON.parse(JSON.stringify(inner)) as unknown };
};
