import { useEffect, useMemo, useRef, type RefObject } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import {
  outlineKeyAt,
  outlineRoot,
  parseJsonText,
  type CodeEditorProps,
  type OutlineRow,
  type TextDiagnostic,
  type ValidatedText,
} from '../../src/engine/core/index.ts';
import { useBinding, useText, useTexts } from '../../src/engine/react/index.ts';
import type { Caret, TextEditor } from './text-editor.ts';

/** Keys of the parts that errors stand in, each in its innermost part. */
function keysWithErrors(rows: readonly OutlineRow[], diagnostics: readonly TextDiagnostic[]): Set<string> {
  const keys = new Set(rows.map(({ key }) => key));
  const innermost = (pointer: string): string => {
    for (let key = pointer; key !== ''; key = key.slice(0, key.lastIndexOf('/')))
      if (keys.has(key)) return key;
    return outlineRoot;
  };
  return new Set(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ pointer }) => innermost(pointer)),
  );
}

/**
 * Binds the parts of the text to `outline` and the one that the caret stands in to `place`; another value there moves the
 * caret. Returns the names of the parts around the caret, the outermost first.
 */
export function useOutline({
  props,
  validated,
  caret,
  text,
  editor,
}: {
  props: CodeEditorProps;
  validated: ValidatedText | null;
  caret: Caret;
  text: string;
  editor: RefObject<TextEditor | null>;
}): string[] {
  const t = useText();
  // The document's own title is one of these texts, which the screen around it has no need of.
  const hasTexts = useTexts('screens');
  const [, setOutline] = useBinding(props.outline);
  const [bound, setPlace] = useBinding(props.place);
  const rows = validated?.outline;
  const isCurrent = validated?.text === text;

  const titles = useMemo(
    () =>
      new Map(
        (rows ?? []).map(({ key, name, text: title, group }) => {
          if (group !== '') return [key, t(`codeEditor.parts.${group}`)];
          // A text that does not exist is its own key.
          return [key, hasTexts && title !== '' && t(title) !== title ? t(title) : name];
        }),
      ),
    [rows, t, hasTexts],
  );
  useEffect(() => {
    if (!rows || !validated) return;
    const failing = keysWithErrors(rows, validated.diagnostics);
    setOutline(
      rows.map(({ key, parent, icon, count }): Json => ({
        key,
        parent: parent === '' ? null : parent,
        title: titles.get(key) ?? '',
        icon: failing.has(key) ? 'error-circle' : icon,
        count,
        error: failing.has(key),
      })),
    );
  }, [rows, validated, titles, setOutline]);

  /** The place that this editor has bound last. */
  const last = useRef<unknown>(bound);
  const key = rows && isCurrent ? outlineKeyAt(rows, caret.offset) : null;
  useEffect(() => {
    if (key === null || last.current === key) return;
    last.current = key;
    setPlace(key);
  }, [key, setPlace]);
  useEffect(() => {
    if (last.current === bound) return;
    last.current = bound;
    if (typeof bound !== 'string' || bound === '') return;
    const read = parseJsonText(editor.current?.text() ?? '');
    editor.current?.reveal(read.position(read.span(bound === outlineRoot ? '' : bound).start));
  }, [bound, editor]);

  return useMemo(() => {
    const byKey = new Map((rows ?? []).map((row) => [row.key, row]));
    const names: string[] = [];
    for (let row = byKey.get(key ?? ''); row && row.key !== outlineRoot; row = byKey.get(row.parent)) {
      names.unshift(titles.get(row.key) ?? '');
    }
    return names;
  }, [rows, key, titles]);
}
