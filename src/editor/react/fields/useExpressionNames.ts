import { useCallback, useMemo, useRef, useState } from 'react';
import { useDefinitionTools } from '../../../engine/react/index.ts';
import { useEditor } from '../context.ts';
import { useColumns } from '../data/choices.ts';
import type { ExpressionPlace } from './field-props.ts';

/** Most names that the list shows at once; typing finds the others. */
const mostNames = 60;

/** What replaces a part of the text. */
export interface NameChoice {
  label: string;
  from: number;
  to: number;
}

/** Those that begin with the word first, then those that contain it. */
function matching(labels: readonly string[], word: string): string[] {
  const wanted = word.toLowerCase();
  const starts = labels.filter((label) => label.toLowerCase().startsWith(wanted));
  const contains = labels.filter((label) => label.toLowerCase().indexOf(wanted) > 0);
  return [...starts, ...contains].slice(0, mostNames);
}

/** The names that an expression can read at its place, and the functions of the language, as they are asked for. */
export function useExpressionNames(place: ExpressionPlace, source: string | null) {
  const editor = useEditor();
  const tools = useDefinitionTools();
  const columns = useColumns(source);
  const columnNames = useMemo(() => columns.map(({ name }) => name), [columns]);
  const [choices, setChoices] = useState<readonly NameChoice[]>([]);
  const asked = useRef(0);
  const close = useCallback(() => {
    asked.current += 1;
    setChoices([]);
  }, []);
  const ask = useCallback(
    (text: string, caret: number, explicit: boolean) => {
      asked.current += 1;
      const question = asked.current;
      const found = tools.completeExpression(editor.document(), place.pointer(), text, caret);
      found.then(
        (completions) => {
          if (question !== asked.current) return;
          const [first] = completions;
          const from = first?.from ?? caret;
          const word = text.slice(from, caret);
          if (word === '' && !explicit) {
            setChoices([]);
            return;
          }
          const known = completions.map(({ label }) => label);
          const rows = known.includes('row') ? columnNames.map((name) => `row.${name}`) : [];
          const data = source === null ? [] : columnNames.map((name) => `data.${source}.rows.${name}`);
          const labels = matching([...new Set([...rows, ...data, ...known])], word);
          const isDone = labels.length === 1 && labels[0] === word;
          setChoices(isDone ? [] : labels.map((label) => ({ label, from, to: caret })));
        },
        // Without the list the expression is typed.
        () => setChoices([]),
      );
    },
    [editor, tools, place, columnNames, source],
  );
  return { choices, ask, close };
}
