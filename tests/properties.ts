import fc from 'fast-check';

// The same random values in each run, so that a change and not chance makes a test fail: FC_SEED chooses others. A property has few
// cases, and FC_RUNS gives it many.
fc.configureGlobal({
  seed: Number(process.env['FC_SEED'] ?? 7),
  numRuns: Number(process.env['FC_RUNS'] ?? 100),
});
