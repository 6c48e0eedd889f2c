import { expect, it } from 'vitest';
import { earlyFiles } from './early-files.mjs';

it('asks at the very top of the named files and of the first one, and of no other', () => {
  const chunk = (name, isEntry = false) => ({ type: 'chunk', name, isEntry, code: 'const a = 1;' });
  const bundle = {
    'index-1.js': chunk('index', true),
    'list-2.js': chunk('list'),
    'editor-3.js': chunk('editor'),
    'list-4.css': { type: 'asset' },
  };
  earlyFiles(['list']).generateBundle.handler({}, bundle);
  expect(bundle['index-1.js'].code).toMatch(/^\/\/# allFunctionsCalledOnLoad\nconst/);
  expect(bundle['list-2.js'].code).toMatch(/^\/\/# allFunctionsCalledOnLoad\nconst/);
  expect(bundle['editor-3.js'].code).toBe('const a = 1;');
});
