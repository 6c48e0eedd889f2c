import { describe, expect, it } from 'vitest';
import type { CompiledNode, CompiledScreen } from '../../core/index.ts';
import { createPage, pageClass } from './page.ts';

const node = (type: string, children: CompiledNode[] = [], props: object = {}) =>
  ({ id: type, type, props, children }) as unknown as CompiledNode;
const pageOf = (...body: CompiledNode[]) => createPage({ body } as unknown as CompiledScreen);

describe('the forms of a page', () => {
  it('have the measure of a form when they stand alone', () => {
    const page = pageOf(node('stack', [node('form')]));
    expect([...page.formIds]).toEqual(['form']);
    expect(pageClass(page)).toBe('screen screen-form');
  });

  it('take the room of their place in a grid', () => {
    const page = pageOf(node('grid', [node('form'), node('section')]));
    expect([...page.formIds]).toEqual(['form']);
    expect(pageClass(page)).toBe('screen screen-form screen-wide');
  });

  it('are none inside of a card, which frames them', () => {
    const page = pageOf(node('grid', [node('section', [node('form')], { card: true })]));
    expect([...page.formIds]).toEqual([]);
    expect(pageClass(page)).toBe('screen');
  });
});
