import { expect, it } from 'vitest';
import { widgets } from '../../../widgets/index.ts';
import { isForViews } from './palette-widgets.ts';
import { sketches } from './sketches.ts';

it('draws every widget that the product offers for views, and none that does not exist', () => {
  const offered = widgets.map(({ type }) => type).filter(isForViews);
  expect(Object.keys(sketches).toSorted()).toEqual(offered.toSorted());
});

it('draws within the box, in numbers alone', () => {
  for (const [type, sketch] of Object.entries(sketches)) {
    for (const path of Object.values(sketch)) expect(path, type).toMatch(/^[MmhvlaAz\d\s.-]*$/);
    expect(Object.values(sketch).join(''), type).not.toBe('');
  }
});
