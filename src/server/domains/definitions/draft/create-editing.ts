import type { DefinitionPlatform } from '../definition-platform.ts';
import { createDataCatalogue } from '../catalogue/data-catalogue.ts';
import type { Checking } from '../publication/servable.ts';
import { readMenu } from '../store/bundled.ts';
import { knownScreens } from './draft-check.ts';
import type { Editing } from './edit.ts';

/**
 * The context that definitions are edited in.
 * @param screen whose permission lets people edit
 * @param rules of kinds of definitions, which other domains know
 */
export function createEditing(
  platform: Pick<DefinitionPlatform, 'routes' | 'topics' | 'published'>,
  screen: string,
  rules: Pick<Checking, 'dataDiagnostics' | 'refusedData'> = {},
): Editing {
  const { bundled } = platform.published;
  return {
    bundled,
    screen,
    screens: knownScreens(readMenu(), bundled),
    data: createDataCatalogue(platform, bundled),
    ...rules,
  };
}
