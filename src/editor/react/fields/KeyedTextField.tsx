import { useCallback, useId, useMemo } from 'react';
import { isObject, type Json } from '../../../contracts/json.ts';
import { StateField, useLanguage, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { changedText } from '../../data/written-text.ts';
import { isTextKey, shownText } from '../../names.ts';
import { useEditor, useEditorState } from '../context.ts';
import type { FieldProps } from './field-props.ts';

/**
 * A text that is a key, edited as its words in the person's language. The words of the document change where they are; those of
 * the product become a text of the document, because they belong to other screens too.
 */
export function KeyedTextField({ property, value, path, quietLabel = false }: FieldProps) {
  const t = useText();
  const lang = useLanguage();
  const id = useId();
  const editor = useEditor();
  const strings = useEditorState(({ model }) => model.document['strings']);
  const document = useMemo(() => ({ strings: isObject(strings) ? strings : {} }), [strings]);
  const { control, title, required } = property;
  const isLong = control.kind === 'text' && control.multiline;
  const settings = useMemo<StateFieldSettings>(
    () => ({
      label: title,
      required,
      control: isLong ? 'textarea' : 'text',
      hint: t('panel.texts.others', { language: t(`panel.texts.languages.${lang}`) }),
    }),
    [title, required, isLong, lang, t],
  );
  const change = useCallback(
    (next: Json) => {
      const { model, selection } = editor.store.getState();
      const text = typeof next === 'string' ? next : '';
      const stem = [selection.at(-1) ?? '', ...path].join('-');
      const written = changedText(model, value, stem, text, lang);
      const commands = selection.map((key) => ({
        type: 'set' as const,
        key,
        path: ['props', ...path],
        value: written.value,
      }));
      editor.dispatch(
        { type: 'batch', commands: [...written.commands, ...(written.value === value ? [] : commands)] },
        { label: 'set', typing: `${selection.join(' ')} ${path.join('/')}` },
      );
    },
    [editor, path, value, lang],
  );
  return (
    <StateField
      id={id}
      settings={settings}
      value={isTextKey(value) ? shownText(value, document, lang, t) : value}
      onChange={change}
      quietLabel={quietLabel}
      bare
    />
  );
}
