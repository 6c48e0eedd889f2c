import { valueText } from '../../../src/engine/react/index.ts';
import type { Formatter, Translate } from '../../../src/engine/react/index.ts';
import { writing } from '../view.ts';
import type { TableSettings } from '../view.ts';
import type { Group } from './groups.ts';

/** What a group is called: as the column of its field writes the value, else the value itself. */
export function groupName(settings: TableSettings, group: Group, format: Formatter, t: Translate): string {
  const level = settings.groupBy?.[group.level];
  if (group.value === null || group.value === undefined || group.value === '') return level?.blank ?? '–';
  const column = settings.columns.find((one) => one.field === level?.field && !one.value);
  return valueText(column ? writing(column) : {}, group.value, format, t);
}
