import type { StatusCategory } from '../../../../contracts/agile.ts';
import type { Language } from '../../../../contracts/language.ts';
import { text } from '../../../kernel/texts.ts';
import type { WorkStatus } from './statuses.ts';

/** A status as answers name it. */
export interface NamedStatus {
  id: number;
  /** Stable: the key of the product's statuses, the title of a tenant's own. */
  name: string;
  /** In the caller's language. */
  title: string;
  category: StatusCategory;
  color: string | null;
}

export const nameStatus = ({ id, category, title, color }: WorkStatus, lang: Language): NamedStatus => ({
  id,
  name: title ?? category,
  title: title ?? text(lang, `agile.status.${category}`),
  category,
  color,
});
