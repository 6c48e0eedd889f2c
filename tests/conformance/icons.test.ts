import { expect, it } from 'vitest';
import { iconNames } from '../../src/contracts/icon-names.ts';
import { icons } from '../../src/ui/marks/icons.ts';
import { lazyIcons } from '../../src/ui/marks/lazy-icons.ts';

it('the icons that definitions can name are those that the product has', () => {
  expect(iconNames).toEqual([...Object.keys(icons), ...Object.keys(lazyIcons)].toSorted());
});
