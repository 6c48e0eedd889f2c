import { useEffect, useRef, useState } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import { formatJson } from '../../src/engine/core/index.ts';
import { useDefinitionTools, useReport } from '../../src/engine/react/index.ts';

/** Milliseconds without a change after which a document is validated. */
const validationDelay = 400;

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
      const kind = /"kind"\s*:\s*"form"/.test(text) ? 'form' : 'screen';
      const { value, diagnostics } = await tools.validate(text, kind);
      if (cancelled) return;
      const valid = !diagnostics.some((one) => one.severity === 'error');
      if (valid) rendered.current = true;
      setLast((before) => {
        if (!valid) return { ...before, validated: before.validated || text !== '', stale: true };
        if (before.text === text) return { ...before, stale: false };
        return { document: value, validated: true, stale: false, revision: before.revision + 1, text };
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
