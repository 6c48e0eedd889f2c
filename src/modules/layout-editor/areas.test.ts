// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { focusNextArea } from './areas.ts';

afterEach(() => void (document.body.innerHTML = ''));

it('goes from area to area and around, to the selected widget of the canvas, past what has no control', () => {
  document.body.innerHTML = `
    <header data-area><button id="bar"></button></header>
    <aside data-area><input id="palette"><button></button></aside>
    <div data-area>
      <div class="layout-item" tabindex="0"></div>
      <div class="layout-item" data-selected="true" tabindex="0" id="selected"></div>
    </div>
    <aside data-area>Nothing selected</aside>`;
  const next = (back = false) => {
    focusNextArea(document.body, back);
    return document.activeElement?.id;
  };
  expect([next(), next(), next(), next()]).toEqual(['bar', 'palette', 'selected', 'bar']);
  expect([next(true), next(true), next(true)]).toEqual(['selected', 'palette', 'bar']);
});
