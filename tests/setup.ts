import { configure as configureDom } from '@testing-library/dom';
import { afterEach, beforeEach } from 'vitest';

// Waiting for a lazily loaded component ends with the test's own limit, not with a second that a busy machine may need.
configureDom({ asyncUtilTimeout: 60_000 });

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  const { resetStores } = await import('../src/ui/store.ts');
  // Every effect runs twice, as it does under `npm run dev`. A test that counts renders switches this off for itself.
  beforeEach(() => configure({ reactStrictMode: true }));
  // Each test begins with a fresh page, also where files share a process.
  afterEach(() => {
    cleanup();
    resetStores();
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
  });
}
