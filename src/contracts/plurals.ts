/** Texts by key, nested in groups. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/**
 * Returns the texts with a form for millions ("many", Unicode CLDR plural rules of Portuguese and Spanish) where they have
 * only the form "other", which reads the same after digits. i18next shows the key where a number's form is missing.
 */
export function withMillions(texts: TextTree): TextTree {
  const complete: TextTree = {};
  for (const [key, text] of Object.entries(texts)) {
    complete[key] = typeof text === 'string' ? text : withMillions(text);
    const many = key.endsWith('_other') ? key.replace(/_other$/, '_many') : null;
    if (many !== null && !(many in texts)) complete[many] = text;
  }
  return complete;
}
