// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { applyInlineStyles, withoutInlineStyles } from './inline-styles.ts';

it('should rename style attributes and set the styles by script', async () => {
  const root = document.createElement('div');
  const stop = applyInlineStyles(root);
  const html = withoutInlineStyles(
    '<div class="a" style="top:8px"><span style="left:2px">style="x"</span></div>',
  );
  expect(html).not.toContain(' style="');
  root.innerHTML = html;
  const line = root.firstElementChild as HTMLElement;
  // A style set by script in the meantime is newer than the HTML's.
  line.style.top = '16px';
  await vi.waitFor(() => expect((line.firstElementChild as HTMLElement).style.left).toBe('2px'));
  expect(line.style.top).toBe('16px');
  expect(line.textContent).toBe('style="x"');
  stop();
});
