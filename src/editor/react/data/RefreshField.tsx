import { useId, useMemo } from 'react';
import type { JsonObject } from '../../../contracts/json.ts';
import { StateField, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings, Translate } from '../../../engine/react/index.ts';
import { useEditor } from '../context.ts';

const minute = 60;
const hour = 60 * minute;
const offered = [10, 30, minute, 5 * minute, 15 * minute, 30 * minute, hour];

function durationText(seconds: number, t: Translate): string {
  if (seconds % hour === 0) return t('panel.data.hours', { count: seconds / hour });
  if (seconds % minute === 0) return t('panel.data.minutes', { count: seconds / minute });
  return t('panel.data.seconds', { count: seconds });
}

/** After how long a source loads again by itself. Every widget that shows the source is refreshed with it. */
export function RefreshField({ source, definition }: { source: string; definition: JsonObject }) {
  const t = useText();
  const editor = useEditor();
  const id = useId();
  const every = typeof definition.every === 'number' ? definition.every : null;
  const settings = useMemo<StateFieldSettings>(() => {
    const all = every === null || offered.includes(every) ? offered : [...offered, every];
    return {
      label: t('panel.data.refresh'),
      control: 'select',
      placeholder: t('panel.data.refreshNever'),
      hint: t('panel.data.refreshHint'),
      options: all
        .toSorted((a, b) => a - b)
        .map((seconds) => ({ value: seconds, label: durationText(seconds, t) })),
    };
  }, [every, t]);
  return (
    <StateField
      id={id}
      settings={settings}
      value={every}
      onChange={(next) => {
        const value = typeof next === 'number' ? next : undefined;
        editor.dispatch(
          { type: 'set', key: null, path: ['sources', source, 'every'], value },
          { label: 'data' },
        );
      }}
      bare
    />
  );
}
