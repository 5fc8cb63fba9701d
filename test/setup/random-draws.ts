import fc from 'fast-check';

/** Random draws are the same in every run. `TEST_SEED=7 npm test` draws others. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_261_101) });
