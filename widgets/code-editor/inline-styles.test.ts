// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { applyInlineStyles, withoutInlineStyles } from './inline-styles.ts';

it('should carry styles past the policy and set them as a script does', async () => {
  const root = document.createElement('div');
  const end = applyInlineStyles(root);
  const html = withoutInlineStyles(
    '<div class="a" style="top:8px"><span style="left:2px">style="x"</span></div>',
  );
  expect(html).not.toContain(' style="');
  root.innerHTML = html;
  const line = root.firstElementChild as HTMLElement;
  // Moved in the meantime, by whoever made it: that is newer.
  line.style.top = '16px';
  await vi.waitFor(() => expect((line.firstElementChild as HTMLElement).style.left).toBe('2px'));
  expect(line.style.top).toBe('16px');
  expect(line.textContent).toBe('style="x"');
  end();
});
