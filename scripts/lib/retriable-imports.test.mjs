import { expect, it } from 'vitest';
import { retriableImports } from './retriable-imports.mjs';

it('lists a file that is imported alone, and leaves other lists and calls as they are', () => {
  const changed = (code) => {
    const bundle = { 'a.js': { type: 'chunk', code }, 'a.css': { type: 'asset' } };
    retriableImports().generateBundle.handler({}, bundle);
    return bundle['a.js'].code;
  };
  expect(changed('n(()=>import(`./x-1.js`),[])')).toBe('n(()=>import(`./x-1.js`),[`assets/x-1.js`])');
  expect(changed('n(()=>import("./x-1.js").then(e=>e.t).then(t=>f(t)),[])')).toBe(
    'n(()=>import("./x-1.js").then(e=>e.t).then(t=>f(t)),[`assets/x-1.js`])',
  );
  for (const other of ['n(()=>import(`./x-1.js`),m([0,1]))', 'f(import(`./x.js`));g(a,[])', 'f(a,[])'])
    expect(changed(other)).toBe(other);
});
