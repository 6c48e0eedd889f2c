import { useEffect, useRef, useState } from 'react';
import { isObject, type Json } from '../../src/contracts/json.ts';
import { formatJson } from '../../src/engine/core/index.ts';
import { useDefinitionTools, useReport } from '../../src/engine/react/index.ts';

/** Milliseconds without a change after which a document is validated. */
const validationDelay = 400;

/** Kinds of documents that can be rendered. */
const kinds = ['screen', 'form', 'dashboard', 'fragment', 'widget'] as const;

/** The kind that the document itself names, not one within it; a screen if it names none. */
function kindOf(text: string): (typeof kinds)[number] {
  try {
    const document: unknown = JSON.parse(text);
    return kinds.find((kind) => isObject(document) && document['kind'] === kind) ?? 'screen';
  } catch {
    // The validation reports the text's errors.
    return 'screen';
  }
}

interface LastValidDocument {
  /** The last valid document; null until there is one. */
  document: unknown;
  /** Whether the first given document is being validated. */
  validating: boolean;
  /** Whether the given document is a newer one that is invalid. */
  stale: boolean;
  /** Number of valid documents so far. */
  revision: number;
}

/** Validates the given document after a pause in its changes, and returns the last valid one. */
export function useLastValidDocument(given: Json | undefined): LastValidDocument {
  const tools = useDefinitionTools();
  const report = useReport();
  const [last, setLast] = useState({
    document: null as unknown,
    validated: false,
    stale: false,
    revision: 0,
    text: '',
  });
  const text =
    given === undefined || given === null ? '' : typeof given === 'string' ? given : formatJson(given);
  const rendered = useRef(false);
  useEffect(() => {
    let cancelled = false;
    async function validate(): Promise<void> {
      const { value, diagnostics } = await tools.validate(text, kindOf(text));
      if (cancelled) return;
      const valid = !diagnostics.some((one) => one.severity === 'error');
      const document = valid ? await tools.preview(value) : null;
      if (cancelled) return;
      if (valid) rendered.current = true;
      setLast((before) => {
        if (!valid) return { ...before, validated: before.validated || text !== '', stale: true };
        if (before.text === text) return { ...before, stale: false };
        return { document, validated: true, stale: false, revision: before.revision + 1, text };
      });
    }
    const timer = setTimeout(() => void validate().catch(report), rendered.current ? validationDelay : 0);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [text, tools, report]);
  const { document, stale, revision, validated } = last;
  return { document, validating: text !== '' && !validated, stale, revision };
}
