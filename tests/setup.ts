import { configure as configureDom } from '@testing-library/dom';
import { afterAll, afterEach, beforeEach } from 'vitest';

// A lazily loaded component may take as long as the test's own limit, since a busy machine can need more than a second.
configureDom({ asyncUtilTimeout: 60_000 });

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  const { resetStores } = await import('../src/ui/store.ts');
  // Effects run twice, as under `npm run dev`. A test that counts renders switches this off.
  beforeEach(() => configure({ reactStrictMode: true }));
  // Each test begins with an empty page, also where files share a process.
  afterEach(() => {
    cleanup();
    resetStores();
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
  });
  // Each reading of an element's style matches the rules of all style sheets, which took a third of the time. So a rule gets into
  // them only with a property that tests, Testing Library or our own code read; jsdom has no styles of pseudo-elements.
  const read =
    /[{;]\s*(display|flex-direction|max-width|opacity|overflow[-xy]*|pointer-events|position|scroll-padding-top|visibility)\s*:/;
  const { insertRule } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.insertRule = function (this: CSSStyleSheet, rule, index) {
    return read.test(rule) && !rule.includes('::') ? insertRule.call(this, rule, index) : 0;
  };
  // Files share the globals, so a size that one sets would change the layout in the next.
  const { matchMedia } = globalThis;
  afterAll(() => {
    globalThis.matchMedia = matchMedia;
    CSSStyleSheet.prototype.insertRule = insertRule;
  });
}
