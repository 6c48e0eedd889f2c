/** Texts by key, nested in groups. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/** Forms that read as "other" where a text has none of its own. */
const asOther = ['_zero', '_many'];

/**
 * Returns the texts with the forms that they leave out, which read as "other". Portuguese and Spanish have a form for millions
 * ("many", Unicode CLDR plural rules), and i18next shows the key where a number's form is missing. The same rules count zero as
 * one in Portuguese ("0 usuário"); people write "0 usuários". A text with a form `_zero` of its own keeps it.
 */
export function withPluralForms(texts: TextTree): TextTree {
  const complete: TextTree = {};
  for (const [key, text] of Object.entries(texts)) {
    complete[key] = typeof text === 'string' ? text : withPluralForms(text);
    if (!key.endsWith('_other')) continue;
    for (const form of asOther) {
      const own = key.replace(/_other$/, form);
      if (!(own in texts)) complete[own] = text;
    }
  }
  return complete;
}
