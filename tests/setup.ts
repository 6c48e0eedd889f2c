import { configure } from '@testing-library/dom';

// Waiting for a lazily loaded part ends with the test's own limit, not with a second that a busy machine may need.
configure({ asyncUtilTimeout: 60_000 });
