import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Characters that are looked at: the time grows with the square of the length. */
const MOST = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** How hard a password is to guess: 0 at once, 4 hardly. @param words that somebody would try first */
export function passwordStrength(password: string, words: readonly string[]): 0 | 1 | 2 | 3 | 4 {
  return estimator.check(password.slice(0, MOST), [...words]).score;
}
