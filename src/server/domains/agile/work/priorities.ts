import { priorities } from '../../../../contracts/agile.ts';
import type { Language } from '../../../../contracts/language.ts';
import { resolveText } from '../../../kernel/texts.ts';

/** The priorities, highest first. */
export const prioritiesIn = (lang: Language): { id: number; key: string; title: string }[] =>
  Object.entries(priorities).map(([key, id]) => ({
    id,
    key,
    title: resolveText(lang, `$agile.priority.${key}`),
  }));
