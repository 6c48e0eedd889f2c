import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { StoryContext } from '@storybook/react-vite';
import { textOf } from './checks.ts';
import { readGlobals } from './globals.ts';
import type { StageSettings } from './globals.ts';
import { Appearance } from './Stage.tsx';

/** Returns the text of a key of the stories or of locales/. */
export type Say = (key: string, values?: Record<string, unknown>) => string;

/** The texts in the language of the toolbar. */
export function sayIn(globals: Record<string, unknown>): Say {
  const { language } = readGlobals(globals);
  return (key, values) => textOf(`$${key}`, language, values) ?? key;
}

/** The page of a story without a widget, in the appearance that the toolbar sets. */
export function StoryPage({
  context: { globals, viewMode },
  children,
}: {
  context: Pick<StoryContext, 'globals' | 'viewMode'>;
  children: (settings: StageSettings, say: Say) => ReactNode;
}) {
  const settings = useMemo(() => readGlobals(globals), [globals]);
  return (
    <Appearance settings={settings} whole={viewMode === 'story'}>
      {children(settings, sayIn(globals))}
    </Appearance>
  );
}
