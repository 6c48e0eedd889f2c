import { useAccount, useI18n } from '../app-context.ts';
import { shownMenu } from './menu-entries.ts';
import type { ShownMenu } from './menu-entries.ts';

const none: ShownMenu = { overview: [], settings: [] };

/** The person's menu in the language of the moment, those entries only that match `search`. */
export function useMenu(search: string): ShownMenu {
  const { menu } = useAccount();
  const { t, find } = useI18n();
  if (!menu) return none;
  const titleOf = (title: string | null | undefined) => {
    if (!title) return t('shell.untitled');
    return title.startsWith('$') ? (find(title.slice(1)) ?? title.slice(1)) : title;
  };
  return shownMenu(menu, titleOf, search);
}
