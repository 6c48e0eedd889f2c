import { getDefaultRegistry } from '@rjsf/core';
import { Widgets } from '@rjsf/fluentui-rc';
import { createSchemaUtils, TranslatableString, type Registry, type RJSFSchema } from '@rjsf/utils';
import type { JsonSchema, Text } from '../../../core/index.ts';
import type { Translate } from '../../hooks.ts';
import { structuredPrefix, structuredSeparator } from '../focus.ts';
import { structuredTemplates } from './templates.tsx';
import { interpreterValidator } from './validator.ts';
import { structuredWidgets } from './widgets.tsx';

/** What rjsf says by itself, as keys of ours. */
const words: Partial<Record<TranslatableString, string>> = {
  [TranslatableString.AddButton]: 'form.array.add',
  [TranslatableString.AddItemButton]: 'form.array.add',
  [TranslatableString.RemoveButton]: 'form.array.remove',
  [TranslatableString.MoveUpButton]: 'form.array.up',
  [TranslatableString.MoveDownButton]: 'form.array.down',
  [TranslatableString.CopyButton]: 'form.array.copy',
  [TranslatableString.YesLabel]: 'form.yes',
  [TranslatableString.NoLabel]: 'form.no',
};

/** rjsf's core with the Fluent theme and our own controls and templates, for one schema in one language. */
export function structuredRegistry(schema: JsonSchema, text: (text: Text) => string, t: Translate): Registry {
  const rootSchema = localized(schema, text) as RJSFSchema;
  const base = getDefaultRegistry();
  return {
    ...base,
    templates: {
      ...base.templates,
      ...structuredTemplates,
      ButtonTemplates: { ...base.templates.ButtonTemplates, ...structuredTemplates.ButtonTemplates },
    },
    widgets: { ...base.widgets, ...Widgets, ...structuredWidgets },
    rootSchema,
    schemaUtils: createSchemaUtils(interpreterValidator(), rootSchema),
    translateString: (word, params = []) => translated(word, params, t),
    globalFormOptions: {
      ...base.globalFormOptions,
      idPrefix: structuredPrefix,
      idSeparator: structuredSeparator,
    },
  };
}

function translated(word: TranslatableString, params: readonly string[], t: Translate): string {
  const key = words[word];
  if (key !== undefined) return t(key);
  if (word === TranslatableString.OptionPrefix) return t('form.array.option', { index: params[0] });
  if (word === TranslatableString.TitleOptionPrefix)
    return t('form.array.item', { title: params[0], index: params[1] });
  if (word === TranslatableString.ArrayItemTitle) return '';
  return t('form.array.unsupported');
}

/** A copy whose titles and descriptions are in the person's language. */
function localized(value: unknown, text: (text: Text) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => localized(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      (key === 'title' || key === 'description') && typeof part === 'string'
        ? text(part)
        : localized(part, text),
    ]),
  );
}
