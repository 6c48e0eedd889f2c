import type { Language } from '../../../../contracts/language.ts';
import { AppError } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import type { Lane } from './lanes.ts';
import type { WorkStatus } from '../status/statuses.ts';
import { foldText } from '../../../../contracts/text.ts';

type Statuses = ReadonlyMap<number, WorkStatus>;

/** The name of a lane as its board shows it, in a language. */
export function laneName({ title, statusId }: Lane, statuses: Statuses, lang: Language): string {
  const status = statuses.get(statusId);
  return title ?? status?.title ?? text(lang, `agile.status.${status?.category ?? 'start'}`);
}

const folded = (name: string): string => foldText(name).trim();

/** A lane whose name is that of another one of its board. */
export const laneTaken = (): AppError =>
  new AppError('ALREADY_EXISTS', { errors: [{ path: '/title', key: 'errors.agile.laneTaken' }] });

/** @throws AppError ALREADY_EXISTS where another lane has the name, whatever case and accents */
export function assertLaneName(
  title: string,
  others: readonly Lane[],
  statuses: Statuses,
  lang: Language,
): void {
  if (others.some((lane) => folded(laneName(lane, statuses, lang)) === folded(title))) throw laneTaken();
}
