import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../bootstrap.mjs';
import { madeStyles, rewrite, valuesModule } from './made-styles.mjs';

const file = '/x/Part.tsx';

describe('styles made while building', () => {
  it('keeps of a file what its styles are made of', () => {
    const text = [
      "import { makeStyles, tokens } from '@fluentui/react-components';",
      "import { memo } from 'react';",
      'const width = 4; // … not of one byte each',
      'const wide = { width: `${width}px` };',
      'const root = memo(() => <p />);',
      'const useStyles = makeStyles({ root: { ...wide, color: tokens.colorBrandBackground } });',
      'export const Part = () => <b className={useStyles().root} />;',
    ].join('\n');
    expect(valuesModule(file, text)).toBe(
      [
        "import { makeStyles, tokens } from '@fluentui/react-components';",
        'const width = 4;',
        'const wide = { width: `${width}px` };',
        'export const values = [{ root: { ...wide, color: tokens.colorBrandBackground } }];',
      ].join('\n'),
    );
  });

  it('has nothing of a file without styles', () => {
    expect(valuesModule(file, 'export const makeStylesLater = 1;')).toBeNull();
  });

  it('puts classes and rules in the place of each call, once per rule', () => {
    const text = 'const useA = makeStyles({});\nexport const useB = makeResetStyles({});\n';
    const code = rewrite(file, text, [
      { one: { color: 'red' }, two: { color: 'red' } },
      { color: 'blue', paddingLeft: '1px' },
    ]);
    expect(code).toMatch(/const useA = \/\* @__PURE__ \*\/ __styles\(\{"one":\{"sj55zd":"\w+"\},"two":/);
    expect(code.match(/color:red/g)).toHaveLength(1);
    expect(code).toMatch(/export const useB = \/\* @__PURE__ \*\/ __resetStyles\("\w+", "\w+", \[/);
    expect(code).not.toContain('makeStyles(');
  });

  it('makes every style of the product', async () => {
    const plugin = madeStyles();
    await plugin.buildStart();
    const table = join(root, 'widgets/table/styles.ts');
    const { code } = plugin.transform.handler(readFileSync(table, 'utf8'), table);
    expect(code).toContain('min-height:280px');
    expect(code).toContain('var(--cardStroke)');
    expect(code).not.toMatch(/= make(Reset)?Styles\(|undefined/);
  });
});
