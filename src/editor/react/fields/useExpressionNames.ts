import { useCallback, useMemo, useRef, useState } from 'react';
import { useDefinitionTools } from '../../../engine/react/index.ts';
import { useEditor } from '../context.ts';
import { useColumns } from '../data/choices.ts';
import type { ExpressionPlace } from './field-props.ts';

/** Most names that the list shows at once; typing finds the others. */
const mostNames = 60;

/** Replacement of a part of the text. */
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

/** Where a list was asked for: a text and the caret in it. */
interface Question {
  text: string;
  caret: number;
  /** The list shows before a word was begun. */
  explicit: boolean;
}

/** The names that were found, and where the word begins that they can replace. */
interface Found {
  names: readonly string[];
  before: string;
}

const nothing: readonly NameChoice[] = [];

/** The choices at a caret. Names that were found for a word serve the same word as it grows, until newer ones arrive. */
function choicesAt({ text, caret, explicit }: Question, { names, before }: Found): readonly NameChoice[] {
  const from = before.length;
  const word = text.slice(from, caret);
  if (!text.startsWith(before) || !/^[\w.$]*$/.test(word) || (word === '' && !explicit)) return nothing;
  const labels = matching(names, word);
  const isDone = labels.length === 1 && labels[0] === word;
  return isDone ? nothing : labels.map((label) => ({ label, from, to: caret }));
}

/** The names that an expression can read at its place, and the functions of the language, as they are asked for. */
export function useExpressionNames(place: ExpressionPlace, source: string | null) {
  const editor = useEditor();
  const tools = useDefinitionTools();
  const columns = useColumns(source);
  const columnNames = useMemo(() => columns.map(({ name }) => name), [columns]);
  const [question, setQuestion] = useState<Question | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const asked = useRef(0);
  const close = useCallback(() => {
    asked.current += 1;
    setQuestion(null);
    setFound(null);
  }, []);
  const ask = useCallback(
    (text: string, caret: number, explicit: boolean) => {
      asked.current += 1;
      const own = asked.current;
      setQuestion({ text, caret, explicit });
      tools.completeExpression(editor.document(), place.pointer(), text, caret).then(
        (completions) => {
          if (own !== asked.current) return;
          const known = completions.map(({ label }) => label);
          const rows = known.includes('row') ? columnNames.map((name) => `row.${name}`) : [];
          const data = source === null ? [] : columnNames.map((name) => `data.${source}.rows.${name}`);
          const names = [...new Set([...rows, ...data, ...known])];
          setFound({ names, before: text.slice(0, completions[0]?.from ?? caret) });
        },
        // Without the list the expression is typed.
        () => setFound(null),
      );
    },
    [editor, tools, place, columnNames, source],
  );
  const choices = useMemo(
    () => (question && found ? choicesAt(question, found) : nothing),
    [question, found],
  );
  return { choices, ask, close };
}
