import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './root.mjs';
import { filesUnder } from './inputs.mjs';
import { madeStyles, rewrite, valuesModule } from './made-styles.mjs';

const part = '/x/Part.tsx';

describe('styles compiled by the build', () => {
  it('extracts the values of a file’s styles', () => {
    const text = [
      "import { makeStyles, tokens } from '@fluentui/react-components';",
      "import { memo } from 'react';",
      'const width = 4; // … not of one byte each',
      'const wide = { width: `${width}px` };',
      'const root = memo(() => <p />);',
      'const useStyles = makeStyles({ root: { ...wide, color: tokens.colorBrandBackground } });',
      'export const Part = () => <b className={useStyles().root} />;',
    ].join('\n');
    expect(valuesModule(part, text)).toBe(
      [
        "import { makeStyles, tokens } from '@fluentui/react-components';",
        'const width = 4;',
        'const wide = { width: `${width}px` };',
        'export const values = [{ root: { ...wide, color: tokens.colorBrandBackground } }];',
      ].join('\n'),
    );
  });

  it('extracts nothing from a file without styles', () => {
    expect(valuesModule(part, 'export const makeStylesLater = 1;')).toBeNull();
  });

  it('replaces each call by classes and rules, once per rule', () => {
    const text = 'const useA = makeStyles({});\nexport const useB = makeResetStyles({});\n';
    const code = rewrite(part, text, [
      { one: { color: 'red' }, two: { color: 'red' } },
      { color: 'blue', paddingLeft: '1px' },
    ]);
    expect(code).toMatch(
      /const useA = \/\* @__PURE__ \*\/ __styles\(\{"one":\{"sj55zd":"(f\w+)"\},"two":\{"sj55zd":"\1"/,
    );
    expect(code.match(/color:red/g)).toHaveLength(1);
    expect(code).toMatch(
      /export const useB = \/\* @__PURE__ \*\/ __resetStyles\("(r\w+)", null, \["\.\1\{color:blue;/,
    );
    expect(code).not.toContain('padding-right');
    expect(code).not.toContain('makeStyles(');
  });

  it('compiles every style of the product', async () => {
    const plugin = madeStyles();
    await plugin.buildStart();
    let compiled = 0;
    const files = ['src', 'widgets'].flatMap((folder) => filesUnder(join(root, folder)));
    for (const file of files.filter((path) => !/\.test\.tsx?$/.test(path))) {
      const code = plugin.transform.handler('', file)?.code ?? readFileSync(file, 'utf8');
      expect(code, file).not.toMatch(/= make(Reset)?Styles\(|:undefined/);
      if (/__(reset)?[sS]tyles\(/.test(code)) compiled += 1;
    }
    expect(compiled).toBeGreaterThan(100);
  });
});
